import type { CallbackFormat } from '#shared/dialect/schema.ts';

/** null: what the provider format says, else JSON. */
type Encoding = 'json' | 'form' | 'query' | null;
type Signing = 'good' | 'bad' | 'none';
type Keys = Readonly<Partial<Record<keyof CallbackFormat['keys'], string>>>;

/** What one callback is to say. The document shows no callback at all: every word of it is this sandbox's own. */
export type Wording = {
  readonly encoding: Encoding;
  readonly keys: Keys;
  readonly state: string;
  /** null: it names none, for nothing was paid. */
  readonly cents: number | null;
  /** Instead of the true ones. */
  readonly changed: Readonly<Record<string, string>>;
  readonly signed: Signing;
};

/**
 * What this sandbox tells a merchant when a payer has acted. The document says that a merchant is called back and nothing else, so
 * every line of this is the sandbox's own. Embedded it is `DEFAULT_PLAN`; tests/provider reads others from files and over `/admin`.
 */
export type CallbackPlan = {
  readonly encoding: Encoding;
  /** Other names than the provider format's. */
  readonly keys: Keys;
  /** `good` where the provider format has a signature at all. */
  readonly signed: Signing;
  readonly states: {
    readonly processing: string;
    readonly paid: string;
    readonly rejected: string;
    readonly expired: string;
  };
  /** When `states.processing` is told of a payment: never, before `states.paid`, or out of order, after it. */
  readonly processing: 'never' | 'before' | 'after';
  /** A state that is told once a request is created and before its answer leaves; null: none. */
  readonly before_answer: string | null;
  /** Waited for before the first try. */
  readonly delay_ms: number;
  /** Tried again after each of these, until it is answered 2xx. */
  readonly retries_ms: readonly number[];
  /** How often each callback is sent, unchanged. */
  readonly times: number;
  /** Another amount than was paid: this much more or, negative, less. */
  readonly amount_delta_cents: number;
};

/** A provider as one would wish: each end is told once, and again only until it was heard. */
export const DEFAULT_PLAN: CallbackPlan = {
  encoding: null,
  keys: {},
  signed: 'good',
  states: { processing: 'processing', paid: 'paid', rejected: 'rejected', expired: 'expired' },
  processing: 'never',
  before_answer: null,
  delay_ms: 0,
  retries_ms: [1000, 5000, 30_000],
  times: 1,
  amount_delta_cents: 0,
};
