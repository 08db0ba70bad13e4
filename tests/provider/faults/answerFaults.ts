import type { Flow } from '#sandbox/fields.ts';

import type { Act, AnswerFault } from './fault.ts';
import { SPOILT_ANSWERS } from './spoiltAnswers.ts';

const BOTH: readonly Flow[] = ['create', 'build'];

/** It may or may not exist at the provider. The default is the worse case: it does. */
const lost = (name: string, item: string | null, act: Act, says: string): AnswerFault => ({
  name,
  where: 'answer',
  item,
  says,
  creates: true,
  bothWays: true,
  flows: BOTH,
  act,
});

/** The bytes are those of a true record, so there is one. */
const halfTold = (name: string, item: string, act: Act, says: string): AnswerFault => ({
  ...lost(name, item, act, says),
  bothWays: false,
});

const refused = (name: string, item: string | null, act: Act, says: string): AnswerFault => ({
  ...lost(name, item, act, says),
  creates: false,
  bothWays: false,
});

type Extra = { readonly body?: 'error' | 'html' | 'none'; readonly retryAfter?: string };

const status = (code: number, { body = 'error', retryAfter }: Extra = {}): Act => ({
  how: 'status',
  status: code,
  body,
  headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
});

const lostStatus = (code: number, item: string, extra?: Extra): AnswerFault =>
  lost(`status-${code}`, item, status(code, extra), `HTTP ${code}`);

const refusedStatus = (code: number, item: string, extra?: Extra): AnswerFault =>
  refused(`status-${code}`, item, status(code, extra), `HTTP ${code}`);

const REDIRECTS: readonly AnswerFault[] = [301, 302, 303, 307, 308].map((code) =>
  lost(
    `redirect-${code}`,
    'any 3xx (never followed)',
    { how: 'redirect', status: code },
    `HTTP ${code} back to the same endpoint; a client that follows is counted, GET included`,
  ),
);

const LOST: readonly AnswerFault[] = [
  refused(
    'reset-while-writing',
    'reset while writing',
    { how: 'reset', when: 'while-reading' },
    'RST as soon as the order id was read, the rest of the body unread',
  ),
  lost(
    'reset-after-reading',
    'reset while writing',
    { how: 'reset', when: 'after-reading' },
    'RST once the whole request was read',
  ),
  lost('no-answer', 'hard deadline', { how: 'silence' }, 'the connection stays open and silent'),
  halfTold(
    'stuck-in-body',
    'hard deadline',
    { how: 'cut', framing: 'length', sent: 'half', end: 'never' },
    'half of the answer, then silence',
  ),
  lost('empty-reply', 'empty reply', { how: 'close' }, 'FIN without a byte'),
  lost('not-http', 'not HTTP', { how: 'raw', text: 'SSH-2.0-sandbox\r\n' }, 'another protocol'),
  lost(
    'header-overflow',
    'header overflow',
    { how: 'header-overflow', bytes: 256 * 1024 },
    'HTTP 200 with 256 KiB of headers',
  ),
  halfTold(
    'reset-in-body',
    'reset or short body',
    { how: 'cut', framing: 'length', sent: 'half', end: 'reset' },
    'half of the answer, then RST',
  ),
  halfTold(
    'short-body',
    'reset or short body',
    { how: 'cut', framing: 'length', sent: 'whole', end: 'close' },
    'a whole record, but Content-Length promised more; then FIN',
  ),
  halfTold(
    'cut-at-eof',
    'body cut at EOF',
    { how: 'cut', framing: 'chunked', sent: 'whole', end: 'close' },
    'a whole record in chunks, FIN instead of the last chunk',
  ),
  halfTold(
    'cut-without-length',
    'body cut at EOF',
    { how: 'cut', framing: 'until-close', sent: 'half', end: 'close' },
    'half a record without any length, then FIN',
  ),
  lost(
    'interim-then-close',
    '1xx then close',
    {
      how: 'raw',
      text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
    },
    '100 and 103, then FIN',
  ),
  ...REDIRECTS,
  lostStatus(300, 'any 3xx (never followed)'),
  lostStatus(304, 'any 3xx (never followed)', { body: 'none' }),
  lostStatus(408, '408'),
  lostStatus(409, '409'),
  lostStatus(500, 'any 5xx'),
  lostStatus(501, 'any 5xx'),
  lostStatus(502, 'any 5xx', { body: 'html' }),
  lostStatus(503, 'any 5xx', { retryAfter: '30' }),
  lostStatus(504, 'any 5xx', { body: 'html' }),
  lostStatus(599, 'any 5xx'),
  lost(
    'status-101',
    'any status not listed here',
    {
      how: 'raw',
      text: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    },
    'HTTP 101 that the client did not ask for, then FIN',
  ),
  lostStatus(402, 'any status not listed here'),
  lostStatus(410, 'any status not listed here'),
  lostStatus(418, 'any status not listed here'),
  lostStatus(451, 'any status not listed here'),
];

/** A no that only a format which was taught it can tell from an answer that lacks everything. */
const saysNo = (name: string, text: string): AnswerFault =>
  refused(
    name,
    null,
    { how: 'text', type: 'application/json', text },
    `HTTP 200 with \`${text}\` and nothing else`,
  );

const REFUSALS: readonly AnswerFault[] = [
  ...[400, 401, 403, 404, 405, 413, 415, 422].map((code) => refusedStatus(code, String(code))),
  refused(
    'taught-refusal',
    'a definite refusal taught to the provider format',
    {
      how: 'text',
      type: 'application/json',
      text: '{"status":false,"code":"NO_REQ","message":"No requisites for this type now"}',
    },
    'HTTP 200 with `"status":false,"code":"NO_REQ"`',
  ),
  saysNo('no-requisites-200', '{"status":false,"code":"NO_REQ"}'),
  saysNo('customer-blocked-200', '{"status":false,"code":"BLOCKED"}'),
  refusedStatus(425, '425', { retryAfter: '5' }),
  refusedStatus(429, '429', { retryAfter: '30' }),
];

const ON_TIME: readonly AnswerFault[] = [
  {
    name: 'slow',
    where: 'answer',
    item: null,
    says: 'the true answer, a second later, or `ms`',
    creates: true,
    bothWays: false,
    flows: BOTH,
    act: { how: 'late', ms: 1000 },
  },
];

export const ANSWER_FAULTS: readonly AnswerFault[] = [
  ...LOST,
  ...SPOILT_ANSWERS,
  ...REFUSALS,
  ...ON_TIME,
];
