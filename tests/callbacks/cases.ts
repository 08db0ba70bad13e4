/** 3 encodings × 3 ways of signing × the things that can become of a callback; and what only some of them can show. */
const ENCODINGS = ['json', 'form', 'query'] as const;
const SIGNINGS = ['signed', 'unsigned', 'badly signed'] as const;
const KINDS = [
  'matched',
  'unmatched',
  'contradicting currency',
  'contradicting merchant',
  'duplicate ×50',
  'before the answer',
  'after a restart',
] as const;
const TIMES = 50;
/** The note that settles what is paid in a case that is read again. */
export const SETTLED_WITH = 'accepted as paid';

export type Case = {
  readonly encoding: (typeof ENCODINGS)[number];
  /** `signature missing`: it is not signed, though the provider format says that it must be. */
  readonly signing: (typeof SIGNINGS)[number] | 'signature missing';
  /** `read again`: unmatched by a wrong format, which is then put right; and paid less than was asked for. */
  readonly kind: (typeof KINDS)[number] | 'read again';
  readonly orderId: string;
  /** A word that no other case uses: whoever has it was called back by this case. */
  readonly state: string;
};

type Made = Pick<Case, 'kind' | 'signing' | 'encoding'>;
const inEach = (one: Pick<Case, 'kind' | 'signing'>): readonly Made[] =>
  ENCODINGS.map((encoding) => ({ ...one, encoding }));

const MADE: readonly Made[] = [
  ...KINDS.flatMap((kind) => SIGNINGS.flatMap((signing) => inEach({ kind, signing }))),
  ...inEach({ kind: 'matched', signing: 'signature missing' }),
  ...inEach({ kind: 'read again', signing: 'signed' }),
  ...inEach({ kind: 'read again', signing: 'unsigned' }),
];
export const CASES: readonly Case[] = MADE.map((one, at) => ({
  ...one,
  orderId: `C-${at + 1}`,
  state: `state-${at + 1}`,
}));

export function nameOf({ encoding, signing, kind }: Case): string {
  return `${kind}, ${signing}, ${encoding}`;
}

const SIGNED = {
  signed: 'good',
  unsigned: 'good',
  'badly signed': 'bad',
  'signature missing': 'none',
} as const;

/** What the sandbox is to send. */
export function howOf({ encoding, signing, kind, state }: Case, url: string) {
  const also: Partial<Record<Case['kind'], object>> = {
    unmatched: { changed: { orderId: `nobody-${state}`, id: `nobody-${state}` } },
    'contradicting currency': { changed: { currency: 'UZS' } },
    'contradicting merchant': { changed: { merchant: '33333333-2222-4333-8444-555555555555' } },
    'duplicate ×50': { times: TIMES },
    'before the answer': { before_answer: true },
    'read again': { cents: 100 },
  };
  return { url, encoding, state, signed: SIGNED[signing], ...also[kind] };
}

/** Whether the request may know this case's state in the end. */
export function isApplied({ signing, kind }: Case): boolean {
  const isTrue = signing === 'signed' || signing === 'unsigned';
  return isTrue && kind !== 'unmatched' && !kind.startsWith('contradicting');
}

/** Requests are signed with the same secret: of a body only JSON is verified. */
export function isVerified({ signing, encoding }: Case): boolean {
  return signing === 'signed' && encoding === 'json';
}

/** What the Inbox must have of it, the first that came before what it was read as later. */
export function expectedOf(one: Case): readonly object[] {
  const { kind, signing } = one;
  const isRight = signing === 'signed' || signing === 'unsigned';
  const verdict = isVerified(one) ? 'verified' : isRight ? 'unverified' : 'bad_signature';
  const repeats = kind === 'duplicate ×50' ? TIMES - 1 : 0;
  const apart = (why: string): object => ({ kind: 'apart', why });
  const request = { kind: 'request', contradicts: null };
  const first = { verdict, repeats, isReplay: false };
  switch (kind) {
    case 'unmatched':
      return [{ ...first, match: apart('not_found') }];
    case 'contradicting currency':
      return [{ ...first, match: { ...request, contradicts: 'currency' } }];
    case 'contradicting merchant':
      return [{ ...first, match: { ...request, contradicts: 'merchant' } }];
    case 'read again':
      return [
        { ...first, match: apart('names_nothing') },
        { verdict, repeats: 0, isReplay: true, match: request },
      ];
    default:
      return [{ ...first, match: request }];
  }
}
