import { Fragment, type ReactNode } from 'react';

import type { EyesFact, WaitingCard } from '#shared/domain/eyes.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/numbers.ts';
import { clockText } from '../../text/time.ts';
import styles from './Eyes.module.css';

type Line = { readonly key: string; readonly label: string; readonly text: string };

/** Exactly what is approved, line by line, and why it waits. */
export function CardContent({ card }: { readonly card: WaitingCard }): ReactNode {
  const say = useSay();
  const lines = useLines(card);
  return (
    <div className="stack gap-8">
      <dl className={`${styles.facts} text-13`}>
        {lines.map(({ key, label, text }) => (
          <Fragment key={key}>
            <dt className="muted">{label}</dt>
            <dd className="breakable">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-13 muted">
        {say('people.eyes.why', {
          reasons: card.reasons.map((one) => say(`people.eyes.reason.${one}`)).join('; '),
        })}{' '}
        {say('people.eyes.by', { name: card.author.name, time: clockText(card.askedAt) })}
      </p>
    </div>
  );
}

/** "Issue a request · 1 500.00 RUB". */
export function useCardTitle({ content }: WaitingCard): string {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const what = say(`people.eyes.what.${content.kind}`);
  if (content.kind !== 'issue') return what;
  const { cents, currency } = content.body.fields;
  return `${what} · ${hide(moneyText(cents, currency, language))}`;
}

function useLines(card: WaitingCard): readonly Line[] {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { content } = card;
  const profile = {
    key: 'profile',
    label: say('people.eyes.fact.profile'),
    text: card.profileName,
  };
  if (content.kind !== 'issue') {
    const textOf = ({ text, cents }: EyesFact): string =>
      cents === undefined ? hide(text) : hide(moneyText(cents, text, language));
    return [
      profile,
      ...content.facts.map((fact, at) => ({
        key: `${at}`,
        label: say(`people.eyes.fact.${fact.what}`),
        text: textOf(fact),
      })),
    ];
  }
  const { cents, currency, ...fields } = content.body.fields;
  const shown: readonly (readonly [string, string | undefined])[] = [
    [say('form.amount'), moneyText(cents, currency, language)],
    ...SHOWN.map(({ field, word }) => [say(word), Reflect.get(fields, field)] as const),
  ];
  return [
    profile,
    ...shown.flatMap(([label, text]) =>
      text === undefined ? [] : [{ key: label, label, text: hide(text) }],
    ),
  ];
}

/** Every field that travels, in the order of the form; those that are not sent are left out. */
export const SHOWN = [
  { field: 'customer', word: 'form.customer' },
  { field: 'payment_type', word: 'form.type' },
  { field: 'order_id', word: 'form.order' },
  { field: 'customer_phone_number', word: 'form.phone' },
  { field: 'callback_url', word: 'form.callback' },
  { field: 'success_url', word: 'form.success' },
  { field: 'reject_url', word: 'form.reject' },
  { field: 'merchant', word: 'people.eyes.fact.merchant' },
] as const;
