import type { Flow } from '#sandbox/fields.ts';

/** A required field of the answers, by what it means: 2.3 and 2.5 give some of them different names. */
export type AnswerField =
  | 'id'
  | 'merchant'
  | 'order'
  | 'state'
  | 'kind'
  | 'amount'
  | 'currency'
  | 'payment-data'
  | 'payment-url';

/** What is done to an otherwise true record. */
export type Change =
  | { readonly to: 'lacks'; readonly field: AnswerField }
  | { readonly to: 'wrong-type'; readonly field: AnswerField }
  | { readonly to: 'other-value'; readonly field: AnswerField }
  /** null: the newest record before this one. */
  | { readonly to: 'reused-id'; readonly ofOrderId: string | null }
  | { readonly to: 'state'; readonly state: string }
  | { readonly to: 'amount'; readonly delta: number }
  | { readonly to: 'error-beside' }
  | { readonly to: 'extra-fields' }
  | { readonly to: 'null-optionals' }
  | { readonly to: 'no-optionals' }
  | { readonly to: 'url'; readonly url: string };

/** How the answer's text is spoilt where no object could say it. */
export type TextTrick =
  | 'cut'
  | 'duplicate-key'
  | 'duplicate-key-nested'
  | 'unsafe-integer'
  | 'not-utf8';

type Framing = 'length' | 'chunked' | 'until-close';

/** What happens instead of the answer. Data only; perform.ts does it. */
export type Act =
  | { readonly how: 'reset'; readonly when: 'while-reading' | 'after-reading' }
  | { readonly how: 'silence' }
  | { readonly how: 'late'; readonly ms: number }
  | { readonly how: 'close' }
  | { readonly how: 'raw'; readonly text: string }
  | { readonly how: 'header-overflow'; readonly bytes: number }
  | {
      readonly how: 'cut';
      readonly framing: Framing;
      readonly sent: 'half' | 'whole';
      readonly end: 'close' | 'reset' | 'never';
    }
  | {
      readonly how: 'status';
      readonly status: number;
      readonly body: 'error' | 'html' | 'none' | 'record';
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly how: 'redirect'; readonly status: number }
  | { readonly how: 'text'; readonly type: string; readonly text: string }
  | { readonly how: 'trick'; readonly trick: TextTrick }
  | { readonly how: 'padded'; readonly bytes: number; readonly gzip: boolean }
  | { readonly how: 'gzip'; readonly isCut: boolean }
  | { readonly how: 'record'; readonly change: Change };

type Named = {
  readonly name: string;
  /** The words of the fault table this stands for; null for what shows that success works too, or varies another. */
  readonly item: string | null;
  /** What a client meets. */
  readonly says: string;
  /** Whether the ledger gets an entry before anything goes wrong. */
  readonly creates: boolean;
};

/** Set for an order by the admin endpoint. */
export type AnswerFault = Named & {
  readonly where: 'answer';
  /** A real provider might have created it or not, so the test that sets the fault may say which. */
  readonly bothWays: boolean;
  readonly flows: readonly Flow[];
  readonly act: Act;
};

export type Listening =
  /** An address at which nothing has to be started. */
  | { readonly as: 'address'; readonly url: string }
  | { readonly as: 'refused' }
  | { readonly as: 'stalled' }
  | { readonly as: 'tls'; readonly certificate: 'good' | 'expired' | 'self-signed' | 'wrong-host' }
  /** The same port under a name that only the sandbox's own proxy knows. */
  | { readonly as: 'by-name'; readonly of: string }
  | { readonly as: 'tls-broken'; readonly by: 'hanging' | 'reset' | 'plain-answer' }
  | { readonly as: 'proxy'; readonly answer: number | 'tunnel' | 'silence' | 'close' };

/** Has a port of its own for as long as the sandbox runs. */
export type ConnectionFault = Named & {
  readonly where: 'connection';
  /** Whether its address is put where a provider's belongs, or a proxy's. */
  readonly role: 'provider' | 'proxy';
  readonly listening: Listening;
};

export type Fault = AnswerFault | ConnectionFault;
