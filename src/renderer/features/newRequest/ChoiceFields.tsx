import type { ReactNode } from 'react';

import { BUILD_CURRENCIES, CURRENCIES } from '#shared/domain/currency.ts';
import { DOCUMENTED_PAYMENT_TYPES, type Flow } from '#shared/domain/deposit.ts';
import { SCENARIOS, scenarioSchema } from '#shared/domain/scenario.ts';

import { type Say, useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox, TextBox } from '../../ui/TextBox.tsx';
import { fieldId } from './fieldId.ts';
import { NO_NOTE } from './fieldNotes.ts';
import type { RequestFormState } from './useRequestForm.ts';
import type { ScenarioChoice } from './useScenario.ts';

type Props = { readonly flow: Flow; readonly form: RequestFormState };

export function CurrencyField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const known = flow === 'create' ? CURRENCIES : BUILD_CURRENCIES;
  const note = form.notes.currency ?? NO_NOTE;
  return (
    <Segments
      id={fieldId('currency')}
      label={say('form.currency')}
      value={form.read.currency}
      options={known.map((currency) => ({
        value: currency,
        label: currency,
        faint: !form.read.offeredCurrencies.includes(currency),
      }))}
      onChange={(currency) => form.setText('currency', currency)}
      error={note.error}
      warning={note.warning}
      busy={form.pending}
    />
  );
}

export function TypeField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const note = form.notes.payment_type ?? NO_NOTE;
  const { offeredTypes, paymentType } = form.read;
  if (flow === 'build') {
    return (
      <Field
        id={fieldId('payment_type')}
        label={say('form.type')}
        hint={say('form.type.fixed')}
        error={note.error}
      >
        {(control) => <TextBox {...control} value={paymentType} readOnly />}
      </Field>
    );
  }
  const shown = offeredTypes.includes(paymentType)
    ? offeredTypes
    : [...offeredTypes, ...(paymentType === '' ? [] : [paymentType])];
  return (
    <Field
      id={fieldId('payment_type')}
      label={say('form.type')}
      error={note.error}
      warning={note.warning}
    >
      {(control) => (
        <SelectBox
          {...control}
          value={paymentType}
          aria-disabled={form.pending}
          onChange={(event) => form.setText('payment_type', event.currentTarget.value)}
        >
          {shown.map((type) => (
            <option key={type} value={type}>
              {typeLabel(type, offeredTypes.includes(type), say)}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}

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

export function OrderField({ form }: { readonly form: RequestFormState }): ReactNode {
  const say = useSay();
  const note = form.notes.order_id ?? NO_NOTE;
  const auto = form.draft.orderIsAuto && form.draft.texts.order_id !== '';
  return (
    <Field
      id={fieldId('order_id')}
      label={say('form.order')}
      error={note.error}
      warning={note.warning ?? (form.orderFailed ? say('form.order.failed') : null)}
    >
      {(control) => (
        <TextBox
          {...control}
          look="mono"
          aria-required="true"
          readOnly={form.pending}
          title={auto ? say('form.order.autoMeaning') : undefined}
          value={form.draft.texts.order_id}
          suffix={auto ? <KeyCap>{say('form.order.auto')}</KeyCap> : null}
          onChange={(event) => form.setText('order_id', event.currentTarget.value)}
          onBlur={() => form.leave('order_id')}
        />
      )}
    </Field>
  );
}

/** What the embedded provider is to do with the next request: newcomers see it before it matters. */
export function ScenarioField({ scenario }: { readonly scenario: ScenarioChoice }): ReactNode {
  const say = useSay();
  return (
    <Field
      id="scenario"
      label={say('scenario.name')}
      hint={scenario.chosen === 'plain' ? null : say(`scenario.${scenario.chosen}.meaning`)}
    >
      {(control) => (
        <SelectBox
          {...control}
          value={scenario.chosen}
          onChange={(event) => scenario.choose(scenarioSchema.parse(event.currentTarget.value))}
        >
          {SCENARIOS.map((name) => (
            <option key={name} value={name}>
              {say(`scenario.${name}`)}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}
