import { EYES_FACTS, EYES_REASONS, EYES_WHATS } from '#shared/domain/eyes.ts';
import type { Paper } from '#shared/domain/papers.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/numbers.ts';
import { SHOWN } from '../eyes/CardContent.tsx';

type Content = NonNullable<Paper['content']>;
type Line = Content['lines'][number];

/** Of a desk that may be of another version: what this one has no words for stays as it was written. */
export function kindText({ kind }: Content, say: Say): string {
  const known = EYES_WHATS.find((one) => one === kind);
  return known === undefined ? kind : say(`people.eyes.what.${known}`);
}

export function reasonsText({ reasons }: Content, say: Say): string {
  return reasons
    .map((reason) => {
      const known = EYES_REASONS.find((one) => one === reason);
      return known === undefined ? reason : say(`people.eyes.reason.${known}`);
    })
    .join('; ');
}

/** "1 500.00 RUB". Null: the card is about no single amount. */
export function amountOf({ lines }: Content, language: Language): string | null {
  const cents = lines.find(({ what }) => what === 'cents')?.text;
  const currency = lines.find(({ what }) => what === 'currency')?.text;
  return cents === undefined || currency === undefined ? null : money(cents, currency, language);
}

/** Every line but the amount's, which is the card's heading. An amount that cannot be read is not left out. */
export function linesOf(content: Content, say: Say, language: Language): readonly Line[] {
  const hasAmount = amountOf(content, language) !== null;
  return content.lines
    .filter(({ what }) => !hasAmount || (what !== 'cents' && what !== 'currency'))
    .map(({ what, text }) => ({
      what: labelOf(what, say),
      text: valueOf({ what, text }, say, language),
    }));
}

function labelOf(what: string, say: Say): string {
  if (what === 'flow') return say('papers.flow');
  if (what === 'cents') return say('form.amount');
  const field = SHOWN.find((one) => one.field === what);
  if (field !== undefined) return say(field.word);
  const fact = EYES_FACTS.find((one) => one === what);
  return fact === undefined ? what : say(`people.eyes.fact.${fact}`);
}

function valueOf({ what, text }: Line, say: Say, language: Language): string {
  if (what === 'flow' && text === 'create') return say('form.direct');
  if (what === 'flow' && text === 'build') return say('form.page');
  if (what !== 'total') return text;
  const [cents = '', currency = ''] = text.split(' ', 2);
  return money(cents, currency, language) ?? text;
}

function money(cents: string, currency: string, language: Language): string | null {
  const isSum = /^(?:0|[1-9][0-9]{0,29})$/u.test(cents);
  return isSum && currency !== '' ? moneyText(cents, currency, language) : null;
}
