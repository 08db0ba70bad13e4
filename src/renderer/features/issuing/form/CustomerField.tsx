import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  memo,
  useId,
  useState,
} from 'react';

import type { CustomerSuggestion, PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { Money } from '#shared/domain/money.ts';
import { formatPhone } from '#shared/domain/phone.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useSuggestions } from '../../../client/customers.ts';
import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { agoText } from '../../../text/time.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { useDebouncedValue } from '../../../ui/hooks.ts';
import styles from './Customer.module.css';
import { matching, unansweredOf, unansweredWords } from './customers.ts';
import { fieldId, focusSpot } from './fieldId.ts';
import { NO_NOTE, isSameNote } from './fieldNotes.ts';
import type { RequestForm } from './useRequestForm.ts';

type Props = { readonly flow: Flow; readonly form: RequestForm };

/** A key in another field changes none of what it shows; the form's actions stay the same. */
function isSame({ flow, form: was }: Props, { flow: nextFlow, form: is }: Props): boolean {
  return (
    flow === nextFlow &&
    was.draft.texts.customer === is.draft.texts.customer &&
    (was.draft.texts.cents === '') === (is.draft.texts.cents === '') &&
    was.last === is.last &&
    was.nowMs === is.nowMs &&
    isSameNote(was.notes.customer, is.notes.customer)
  );
}

export const CustomerField = memo(function CustomerField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const note = form.notes.customer ?? NO_NOTE;
  const { last } = form;
  const fact =
    last === null
      ? flow === 'build'
        ? say('form.customer.optional')
        : null
      : say('form.customer.last', {
          amount: hide(moneyText(last.cents, last.currency, language)),
          ago: agoText(last.createdAt, form.nowMs, say),
        });
  return (
    <div>
      <Field
        id={fieldId('customer')}
        label={say('form.customer')}
        error={note.error}
        warning={note.warning}
        fact={fact}
      >
        {(control) => <CustomerBox control={control} flow={flow} form={form} />}
      </Field>
      {last !== null && form.draft.texts.cents === '' && <AsLastTime last={last} form={form} />}
    </div>
  );
}, isSame);

type BoxProps = Props & {
  readonly control: Pick<
    ComponentProps<typeof TextBox>,
    'id' | 'aria-describedby' | 'aria-invalid'
  >;
};

const ASKED_AFTER_MS = 60;
const NONE_ACTIVE = -1;
const NO_REQUESTS: readonly DepositRequest[] = [];

/** A free text with the customers of the log beneath it. One is chosen by arrow and Enter or by a click, never unasked. */
function CustomerBox({ control, flow, form }: BoxProps): ReactNode {
  const say = useSay();
  const listId = useId();
  const { profile } = useDesk();
  const value = form.draft.texts.customer;
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(NONE_ACTIVE);
  const text = useDebouncedValue(value.trim(), ASKED_AFTER_MS);
  const open = useNowRequests(profile.id).data ?? NO_REQUESTS;
  const { data: known = [] } = useSuggestions(profile.id, text, isAsked);
  const data = matching(known, value);
  const isOnlyItself = data.length === 1 && data[0]?.customer === value.trim();
  const isOpen = isAsked && data.length > 0 && !isOnlyItself;
  const optionId = (at: number): string => `${listId}-${at}`;
  const close = (): void => {
    setAsked(false);
    setActive(NONE_ACTIVE);
  };
  const choose = ({ customer, last }: CustomerSuggestion): void => {
    close();
    const phone = flow === 'create' ? last.phone : null;
    form.setTexts({
      customer,
      ...(phone === null ? {} : { customer_phone_number: formatPhone(phone) }),
    });
  };
  return (
    <div className="relative">
      <TextBox
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && active !== NONE_ACTIVE ? optionId(active) : undefined}
        aria-required={flow === 'create'}
        placeholder={say('form.customer.hint')}
        value={value}
        onChange={(event) => {
          form.setText('customer', event.currentTarget.value);
          setAsked(event.currentTarget.value.trim() !== '');
          setActive(NONE_ACTIVE);
        }}
        onKeyDown={(event) =>
          onKey(event, { isOpen, active, count: data.length }, (does) => {
            const chosen = data[active];
            if (does === 'choose' && chosen !== undefined) choose(chosen);
            if (does === 'close') close();
            if (typeof does !== 'number') return;
            setAsked(true);
            setActive(does);
          })
        }
        onBlur={() => {
          close();
          form.leave('customer');
        }}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={say('form.customer.known')}
        className={`${styles.list} pad-4 framed-control round-8 on-panel`}
        hidden={!isOpen}
      >
        {isOpen &&
          data.map((suggestion, at) => (
            <Option
              key={suggestion.customer}
              id={optionId(at)}
              isActive={at === active}
              suggestion={suggestion}
              unanswered={unansweredOf(open, suggestion.customer)[0] ?? null}
              nowMs={form.nowMs}
              onChoose={() => choose(suggestion)}
            />
          ))}
      </ul>
    </div>
  );
}

type Standing = { readonly isOpen: boolean; readonly active: number; readonly count: number };

/** What a key does: choose, close, or the index of the option that is active from now on. */
function onKey(
  event: KeyboardEvent,
  { isOpen, active, count }: Standing,
  act: (does: 'choose' | 'close' | number) => void,
): void {
  const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (isHeld || event.nativeEvent.isComposing) return;
  const is = (...codes: readonly string[]): boolean => codes.includes(event.code);
  if (is('ArrowDown')) act(isOpen ? Math.min(active + 1, count - 1) : 0);
  else if (is('ArrowUp') && isOpen) act(Math.max(active - 1, NONE_ACTIVE));
  else if (is('Enter', 'NumpadEnter') && isOpen && active !== NONE_ACTIVE) act('choose');
  else if (is('Escape') && isOpen) act('close');
  else return;
  event.preventDefault();
  event.stopPropagation();
}

type OptionProps = {
  readonly id: string;
  readonly isActive: boolean;
  readonly suggestion: CustomerSuggestion;
  readonly unanswered: DepositRequest | null;
  readonly nowMs: number;
  readonly onChoose: () => void;
};

function Option(props: OptionProps): ReactNode {
  const { id, isActive, suggestion, unanswered, nowMs, onChoose } = props;
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { customer, last } = suggestion;
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      className={`${styles.option} entry between gap-12`}
      // The keyboard stays in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.code === 'Enter') onChoose();
      }}
    >
      <span className="narrow medium breakable">{customer}</span>
      <span className={`${styles.past} rigid text-12 muted end`}>
        {hide(moneyText(last.cents, last.currency, language))} · {last.paymentType} ·{' '}
        {agoText(last.createdAt, nowMs, say)}
        {unanswered !== null && (
          <span className="block medium unknown">
            {say('form.unanswered.option', unansweredWords(unanswered, nowMs, language, say, hide))}
          </span>
        )}
      </span>
    </li>
  );
}

type LastProps = { readonly last: PastRequest; readonly form: RequestForm };

/** Offered, never filled in unasked. */
function AsLastTime({ last, form }: LastProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { cents, currency, paymentType } = last;
  const isSameFlow = form.read.deposit.flow === last.flow;
  const what = [moneyText(cents, currency, language), ...(isSameFlow ? [paymentType] : [])];
  return (
    <button
      type="button"
      className={`quiet accent text-12 ${styles.lastTime}`}
      onClick={() => {
        form.setTexts({
          cents: Money.shown(cents, currency, language),
          currency,
          ...(isSameFlow && last.flow === 'create' ? { payment_type: paymentType } : {}),
        });
        focusSpot('cents');
      }}
    >
      {say('form.asLastTime', { what: hide(what.join(' · ')) })}
    </button>
  );
}
