import { type ReactNode, memo } from 'react';

import { BUILD_CURRENCIES, CURRENCIES } from '#shared/domain/currency.ts';
import { DOCUMENTED_PAYMENT_TYPES, type Flow } from '#shared/domain/deposit.ts';

import { type Say, useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { sameProps } from '../../../ui/hooks.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { SelectBox } from '../../../ui/TextBox.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { fieldId } from './fieldId.ts';
import type { FieldNote } from './fieldNotes.ts';
import type { FormActions } from './useRequestForm.ts';

type OnText = FormActions['setText'];

type ChoiceProps = FieldNote & {
  readonly flow: Flow;
  readonly value: string;
  readonly offered: readonly string[];
  readonly onText: OnText;
};

export const CurrencyField = memo(function CurrencyField(props: ChoiceProps): ReactNode {
  const { flow, value, offered, onText, error, warning } = props;
  const say = useSay();
  const known = flow === 'create' ? CURRENCIES : BUILD_CURRENCIES;
  return (
    <Segments
      id={fieldId('currency')}
      label={say('form.currency')}
      value={value}
      options={known.map((currency) => ({
        value: currency,
        label: currency,
        faint: !offered.includes(currency),
      }))}
      onChange={(currency) => onText('currency', currency)}
      error={error}
      warning={warning}
    />
  );
}, sameProps);

export const TypeField = memo(function TypeField(props: ChoiceProps): ReactNode {
  const { flow, value, offered, onText, error, warning } = props;
  const say = useSay();
  if (flow === 'build') {
    return (
      <TextField
        id={fieldId('payment_type')}
        label={say('form.type')}
        hint={say('form.type.fixed')}
        error={error}
        value={value}
        readOnly
        onText={() => undefined}
      />
    );
  }
  const shown = offered.includes(value) ? offered : [...offered, ...(value === '' ? [] : [value])];
  return (
    <Field id={fieldId('payment_type')} label={say('form.type')} error={error} warning={warning}>
      {(control) => (
        <SelectBox
          {...control}
          value={value}
          onChange={(event) => onText('payment_type', event.currentTarget.value)}
        >
          {shown.map((type) => (
            <option key={type} value={type}>
              {typeLabel(type, offered.includes(type), say)}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}, sameProps);

/** The provider's identifier, then what 2.2 says of it; an unknown one stands alone. */
function typeLabel(type: string, offered: boolean, say: Say): string {
  const documented = DOCUMENTED_PAYMENT_TYPES.find((known) => known === type);
  const parts = [
    type,
    ...(documented === undefined ? [] : [say(`type.${documented}`)]),
    ...(offered ? [] : [say('form.type.notOffered')]),
  ];
  return parts.join(' · ');
}

type OrderProps = FieldNote & {
  readonly value: string;
  /** The desk's own suggestion. */
  readonly auto: boolean;
  readonly failed: boolean;
  readonly onText: OnText;
  readonly onLeave: FormActions['leave'];
};

export const OrderField = memo(function OrderField(props: OrderProps): ReactNode {
  const { value, auto, failed, onText, onLeave, error, warning } = props;
  const say = useSay();
  return (
    <TextField
      id={fieldId('order_id')}
      label={say('form.order')}
      error={error}
      warning={warning ?? (failed ? say('form.order.failed') : null)}
      look="mono"
      aria-required="true"
      title={auto ? say('form.order.autoMeaning') : undefined}
      value={value}
      suffix={auto ? <KeyCap>{say('form.order.auto')}</KeyCap> : null}
      onText={(text) => onText('order_id', text)}
      onBlur={() => onLeave('order_id')}
    />
  );
}, sameProps);
