/** 3 encodings × 3 ways of signing × 6 things that can become of a callback. */
const ENCODINGS = ['json', 'form', 'query'] as const;
const SIGNINGS = ['signed', 'unsigned', 'badly signed'] as const;
const KINDS = [
  'matched',
  'unmatched',
  'contradicting',
  'duplicate ×50',
  'before the answer',
  'after a restart',
] as const;

export type Case = {
  readonly encoding: (typeof ENCODINGS)[number];
  readonly signing: (typeof SIGNINGS)[number];
  readonly kind: (typeof KINDS)[number];
  readonly orderId: string;
  /** A word that no other case uses: whoever has it was called back by this case. */
  readonly state: string;
};

export const CASES: readonly Case[] = KINDS.flatMap((kind) =>
  SIGNINGS.flatMap((signing) => ENCODINGS.map((encoding) => ({ kind, signing, encoding }))),
).map((one, at) => ({ ...one, orderId: `C-${at + 1}`, state: `state-${at + 1}` }));

export function nameOf({ encoding, signing, kind }: Case): string {
  return `${kind}, ${signing}, ${encoding}`;
}

/** What the sandbox is to send. */
export function howOf({ encoding, signing, kind, state }: Case, url: string) {
  const changed = {
    unmatched: { orderId: `nobody-${state}`, id: `nobody-${state}` },
    contradicting: { currency: 'UZS' },
  };
  return {
    url,
    encoding,
    state,
    signed: signing === 'badly signed' ? 'bad' : 'good',
    ...(kind === 'unmatched' || kind === 'contradicting' ? { changed: changed[kind] } : {}),
    ...(kind === 'duplicate ×50' ? { times: 50 } : {}),
    ...(kind === 'before the answer' ? { before_answer: true } : {}),
  };
}

/** Whether the request may know this case's state in the end. */
export function isApplied({ signing, kind }: Case): boolean {
  return signing !== 'badly signed' && kind !== 'unmatched' && kind !== 'contradicting';
}
