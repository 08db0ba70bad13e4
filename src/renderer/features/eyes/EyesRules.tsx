import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';

import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import {
  EYES_KINDS,
  type EyesBook,
  type EyesKind,
  type EyesRules as Rules,
  rulesFor,
} from '#shared/domain/eyes.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { Money, type MoneyFault } from '#shared/domain/money.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useEyesRules, useSetEyesRules } from '../../client/eyes.ts';
import type { Mutation } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyFaultKey } from '../../text/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import { Form, Panel } from '../../ui/form/Parts.tsx';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Eyes.module.css';

/** Settings → People → Four eyes: what of a profile waits for a second person. */
export function EyesRules(): ReactNode {
  const say = useSay();
  const id = useId();
  const { profiles, profile } = useDesk();
  const rules = useEyesRules();
  const set = useSetEyesRules();
  const save = useRef<HTMLButtonElement>(null);
  useFocusIfLost(save, set.isSuccess);
  const [chosen, setChosen] = useState<ProfileId>(profile.id);
  return (
    <Panel title={say('people.eyes.title')} text={say('people.eyes.text')}>
      <QueryError of={rules} />
      {rules.data !== undefined && (
        <>
          <Field id={id} label={say('people.eyes.fact.profile')}>
            {(control) => (
              <SelectBox
                {...control}
                value={chosen}
                onChange={({ currentTarget }) => {
                  set.reset();
                  setChosen(profiles.find((one) => one.id === currentTarget.value)?.id ?? chosen);
                }}
              >
                {profiles.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </SelectBox>
            )}
          </Field>
          <RulesForm
            key={`${chosen} ${savedText(rules.data, chosen)}`}
            of={chosen}
            book={rules.data}
            set={set}
            save={save}
          />
          <p role="status" className="live good medium">
            {set.isSuccess && say('people.rules.saved')}
          </p>
        </>
      )}
    </Panel>
  );
}

function savedText(book: EyesBook, profileId: ProfileId): string {
  return JSON.stringify(rulesFor(book, profileId));
}

type Texts = Readonly<Record<Currency, string>>;
type FormProps = {
  readonly of: ProfileId;
  readonly book: EyesBook;
  readonly set: Mutation<'eyes.setRules'>;
  readonly save: RefObject<HTMLButtonElement | null>;
};

function RulesForm({ of: profileId, book, set, save }: FormProps): ReactNode {
  const say = useSay();
  const saved = rulesFor(book, profileId);
  const [amount, setAmount] = useState(() => textsOf(saved.amountFrom));
  const [sum, setSum] = useState(() => textsOf(saved.sumFrom));
  const [kinds, setKinds] = useState(saved.kinds);
  const [isTold, setTold] = useState(false);
  const [amounts, sums] = [readTexts(amount), readTexts(sum)];
  const submit = (): void => {
    const isWrong = amounts.faults.size + sums.faults.size > 0;
    setTold(isWrong);
    if (isWrong) return;
    const rules = { amountFrom: amounts.read, sumFrom: sums.read, kinds };
    set.mutate({ profileId, rules });
  };
  const toggle = (kind: EyesKind, isOn: boolean): void =>
    setKinds((last) => EYES_KINDS.filter((one) => (one === kind ? isOn : last.includes(one))));
  return (
    <Form className="stack gap-16" onSubmit={submit}>
      <Amounts
        label={say('people.eyes.amount')}
        texts={amount}
        faults={isTold ? amounts.faults : NONE}
        onTexts={setAmount}
      />
      <Amounts
        label={say('people.eyes.sum')}
        hint={say('people.eyes.sum.hint')}
        texts={sum}
        faults={isTold ? sums.faults : NONE}
        onTexts={setSum}
      />
      <fieldset className="stack gap-8">
        <legend className={`${styles.legend} text-12 bold`}>{say('people.eyes.always')}</legend>
        {EYES_KINDS.map((kind) => (
          <label key={kind} className="row middle gap-8">
            <input
              type="checkbox"
              className="tick"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
            />
            {say(`people.eyes.reason.${kind}`)}
          </label>
        ))}
      </fieldset>
      <ActionError error={set.error} />
      <div className="row wrap middle gap-8">
        <Button ref={save} type="submit" loading={set.isPending}>
          {say('people.eyes.save')}
        </Button>
      </div>
    </Form>
  );
}

type AmountsProps = {
  readonly label: string;
  readonly hint?: string;
  readonly texts: Texts;
  readonly faults: ReadonlyMap<Currency, MoneyFault>;
  readonly onTexts: (texts: Texts) => void;
};

/** One box per currency; an empty one is no rule. */
function Amounts({ label, hint, texts, faults, onTexts }: AmountsProps): ReactNode {
  const say = useSay();
  const id = useId();
  return (
    <fieldset className="stack gap-8">
      <legend className={`${styles.legend} text-12 bold`}>{label}</legend>
      {hint !== undefined && <p className="text-13 muted">{hint}</p>}
      <div className={styles.amounts}>
        {CURRENCIES.map((currency) => {
          const fault = faults.get(currency);
          return (
            <TextField
              key={currency}
              id={`${id}-${currency}`}
              label={currency}
              inputMode="decimal"
              error={fault === undefined ? null : say(moneyFaultKey(fault))}
              value={texts[currency]}
              onText={(text) => onTexts({ ...texts, [currency]: text })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

const NONE: ReadonlyMap<Currency, MoneyFault> = new Map();

function textsOf(amounts: Rules['amountFrom']): Texts {
  const text = (currency: Currency): string => {
    const from = amounts[currency];
    return from === undefined ? '' : Money.shown(from, currency, 'en');
  };
  return { RUB: text('RUB'), UZS: text('UZS'), KZT: text('KZT'), TJS: text('TJS') };
}

function readTexts(texts: Texts): {
  readonly read: Rules['amountFrom'];
  readonly faults: ReadonlyMap<Currency, MoneyFault>;
} {
  const read: Rules['amountFrom'] = {};
  const faults = new Map<Currency, MoneyFault>();
  for (const currency of CURRENCIES) {
    if (texts[currency].trim() === '') continue;
    const parsed = Money.parse(texts[currency], currency);
    if (parsed.ok) read[currency] = parsed.value;
    else faults.set(currency, parsed.error);
  }
  return { read, faults };
}
