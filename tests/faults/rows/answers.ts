import type { Outcome } from '../cell.ts';

/** What an answer fault of the sandbox has to come to. Written by hand from issuing.md, not from the desk's code. */
export type AnswerCell = {
  readonly item: string;
  readonly faults: readonly string[];
  readonly outcome: Outcome;
  readonly reason: string | null;
};

const unknown = (item: string, reason: string, faults: readonly string[]): AnswerCell => ({
  item,
  faults,
  outcome: 'unknown',
  reason,
});
const rejected = (item: string, reason: string, faults: readonly string[]): AnswerCell => ({
  item,
  faults,
  outcome: 'rejected',
  reason,
});
const accepted = (item: string, faults: readonly string[]): AnswerCell => ({
  item,
  faults,
  outcome: 'accepted',
  reason: null,
});
const named = (prefix: string, names: readonly (string | number)[]): readonly string[] =>
  names.map((name) => `${prefix}-${name}`);

const REQUIRED = [
  'id',
  'merchant',
  'order',
  'state',
  'kind',
  'amount',
  'currency',
  'payment-data',
  'payment-url',
] as const;

/** Rows 3–5: it may exist. */
const MAY_EXIST: readonly AnswerCell[] = [
  unknown('reset while writing', 'connection_lost', ['reset-while-writing', 'reset-after-reading']),
  unknown('hard deadline', 'no_answer_in_time', ['no-answer', 'stuck-in-body']),
  unknown('empty reply', 'connection_lost', ['empty-reply']),
  unknown('not HTTP', 'not_http', ['not-http']),
  unknown('header overflow', 'not_http', ['header-overflow']),
  unknown('reset body', 'connection_lost', ['reset-in-body']),
  unknown('short body', 'connection_lost', ['short-body']),
  unknown('body cut at EOF', 'connection_lost', ['cut-at-eof']),
  // Without a length nobody can tell the cut but by what is missing.
  unknown('body cut at EOF', 'unreadable_answer', ['cut-without-length']),
  unknown('1xx then close', 'connection_lost', ['interim-then-close']),
  unknown('any 3xx', 'redirect', [
    ...named('redirect', [301, 302, 303, 307, 308]),
    ...named('status', [300, 304]),
  ]),
  unknown('408', 'unexpected_status', ['status-408']),
  unknown('409', 'order_exists', ['status-409']),
  unknown('any 5xx', 'unexpected_status', named('status', [500, 501, 502, 503, 504, 599])),
  unknown('any status not listed here', 'not_http', ['status-101']),
  unknown('any status not listed here', 'unexpected_status', named('status', [402, 410, 418, 451])),
  unknown('empty body', 'unreadable_answer', ['empty-body', 'status-204']),
  unknown('HTML', 'unreadable_answer', ['html-body']),
  unknown('bad JSON', 'unreadable_answer', ['bad-json', 'not-utf8', 'gzip-cut']),
  unknown('duplicate keys', 'unreadable_answer', ['duplicate-keys', 'duplicate-keys-nested']),
  unknown('integers beyond safe range', 'unreadable_answer', ['unsafe-integers']),
  unknown('an error object', 'incomplete_answer', ['error-object', 'error-beside-record']),
  unknown('lacks a required field', 'incomplete_answer', named('lacks', REQUIRED)),
  unknown('wrong types', 'incomplete_answer', named('wrong-type', REQUIRED)),
  unknown('over 1 MiB after decompression', 'answer_too_large', ['over-1-mib', 'over-1-mib-gzip']),
  unknown('merchant of create', 'mismatched_answer', ['echo-merchant']),
  unknown('external_id', 'mismatched_answer', ['echo-order']),
  unknown('currency of create', 'mismatched_answer', ['echo-currency']),
  unknown('kind', 'mismatched_answer', ['echo-kind']),
  unknown('merchant of build', 'mismatched_answer', ['echo-merchant']),
  unknown('order_id', 'mismatched_answer', ['echo-order']),
  unknown('currency of build', 'mismatched_answer', ['echo-currency']),
  unknown('id already belongs to another request', 'id_already_used', ['reused-id']),
  unknown('state is not an accepted one', 'state_not_accepted', ['odd-state']),
];

/** Rows 6–11: a definite answer. */
const DEFINITE: readonly AnswerCell[] = [
  accepted('returned amount_cents differs from the sent cents', ['amount-changed']),
  ...[400, 401, 403, 404, 405, 413, 415, 422].map((status) =>
    rejected(String(status), 'refused_by_provider', [`status-${status}`]),
  ),
  rejected('a definite refusal taught to the provider format', 'no_requisites', ['taught-refusal']),
  rejected('425', 'rate_limited', ['status-425']),
  rejected('429', 'rate_limited', ['status-429']),
  accepted('extra', ['extra-fields']),
  accepted('null', ['null-optionals']),
  accepted('missing', ['missing-optionals']),
  accepted('not https', ['unsafe-url-http', 'unsafe-url-javascript']),
  accepted('credentials', ['unsafe-url-credentials']),
  accepted('not a URL', ['unsafe-url-not-a-url']),
  accepted('http only for the exact origin of a sandbox-mode profile', ['unsafe-url-other-port']),
];

export const ANSWER_CELLS: readonly AnswerCell[] = [...MAY_EXIST, ...DEFINITE];

/** No answer to look at: the connection ended before one began, or nothing came at all. */
export const WITHOUT_ANSWER: ReadonlySet<string> = new Set([
  'reset-while-writing',
  'reset-after-reading',
  'no-answer',
  'empty-reply',
  'not-http',
  'header-overflow',
  'interim-then-close',
  'status-101',
]);
