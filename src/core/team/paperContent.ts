import { z } from 'zod';

import { findingSchema } from '#shared/contract/issuing.ts';
import type { EyesFact, WaitingCard } from '#shared/domain/eyes.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import { maskLink, maskNumber } from '#shared/domain/requisites.ts';
import { type Paper, paperSchema } from '#shared/domain/papers.ts';
import type { Sharing } from '#shared/domain/team.ts';

import { type ShareCustomer, shownCustomer } from './sharedCustomer.ts';

type Line = NonNullable<Paper['content']>['lines'][number];

/** What a supervisor says about another desk's unknown. */
const wordSchema = z.strictObject({
  intentId: intentIdSchema,
  /** As the person who signed saw it. */
  orderId: z.string().max(500),
  finding: findingSchema,
  note: z.string().max(2000),
});

/** The card as its profile shares it. Null: of this profile the team gets proofs alone, so only this desk's people can approve. */
export function cardContent(
  card: WaitingCard,
  sharing: Sharing,
  share: ShareCustomer,
): string | null {
  if (sharing === 'proof') return null;
  const { content, profileName: profile, mode, author, reasons } = card;
  const lines =
    content.kind === 'issue'
      ? issueLines(content, sharing, share)
      : content.facts.map((fact) => lineOf(fact, sharing));
  return JSON.stringify({ kind: content.kind, profile, mode, author: author.name, reasons, lines });
}

function issueLines(
  { body }: Extract<WaitingCard['content'], { readonly kind: 'issue' }>,
  sharing: Sharing,
  share: ShareCustomer,
): readonly Line[] {
  const entries = Object.entries({ flow: body.flow, ...body.fields });
  return entries.flatMap(([what, value]) => {
    if (value === undefined || value === null) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isShown = sharing === 'whole' || SHOWN_MASKED.has(what);
    if (isShown) return [{ what, text }];
    if (what !== 'customer') return [{ what, text: maskField(text) }];
    const shared = share(text);
    return shared === null ? [] : [{ what, text: shownCustomer(shared) }];
  });
}

const LINK = /^[a-z][a-z0-9+.-]*:/iu;

function maskField(text: string): string {
  return LINK.test(text) ? maskLink(text) : maskNumber(text);
}

/** Of a request whose profile is shared masked. */
const SHOWN_MASKED: ReadonlySet<string> = new Set([
  'flow',
  'merchant',
  'order_id',
  'cents',
  'currency',
  'payment_type',
]);

function lineOf({ what, text, cents }: EyesFact, sharing: Sharing): Line {
  const shown = sharing === 'whole' ? text : maskedFact(what, text);
  return { what, text: cents === undefined ? shown : `${cents} ${shown}` };
}

/** Digits in groups, as a card or an account is written. */
const LONG_NUMBER = /\d(?:[\s.-]*\d){7,}/gu;

/** Requisites that were typed by hand; and a note may quote them. */
function maskedFact(what: EyesFact['what'], text: string): string {
  if (what === 'requisites') return maskNumber(text);
  return what === 'note' ? text.replaceAll(LONG_NUMBER, maskNumber) : text;
}

/** Null: it is of another version, or odd bytes. */
export function readCardContent(content: string): Paper['content'] {
  return parsed(content, paperSchema.shape.content);
}

export function readWord(content: string): z.infer<typeof wordSchema> | null {
  return parsed(content, wordSchema);
}

function parsed<T>(content: string, schema: z.ZodType<T>): T | null {
  try {
    const read = schema.safeParse(JSON.parse(content));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
