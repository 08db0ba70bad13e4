import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import {
  buildFieldsOf,
  buildRecordOf,
  createFieldsOf,
  createRecordOf,
} from '../testing/builders.ts';
import { classify } from './classify.ts';

const create: DepositBody = { flow: 'create', fields: createFieldsOf() };
const build: DepositBody = { flow: 'build', fields: buildFieldsOf() };

type Answer = {
  readonly status?: number;
  readonly headers?: [string, string][];
  readonly body?: unknown;
  readonly problem?: string;
};

function classified(body: DepositBody, answer: Answer, knobs: Partial<Dialect> = {}): SettledStage {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
  return classify(
    {
      kind: 'answered',
      problem: answer.problem ?? null,
      answer: {
        httpStatus: answer.status ?? 200,
        headers: answer.headers ?? [],
        body: text,
        elapsedMs: 1,
      },
    },
    body,
    { ...DEFAULT_DIALECT, ...knobs },
  );
}

function codeOf(stage: SettledStage): string {
  return stage.outcome === 'accepted' ? 'accepted' : `${stage.outcome} ${stage.reason.code}`;
}

const good = createRecordOf(create.fields);
const without = (key: string): unknown =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));

describe('an answer with a success status', () => {
  it.each([
    ['bare', good],
    ['inside data', { data: good }],
    ['inside result', { success: true, result: good, error: null }],
    ['with optional fields null', { ...good, seller: null, buyer: null, payment_bill_url: null }],
    ['with another amount', { ...good, amount_cents: 149_999 }],
    [
      'with the merchant in capitals',
      { ...good, merchant: String(good['merchant']).toUpperCase() },
    ],
  ])('is accepted %s', (_, body) => {
    expect(codeOf(classified(create, { body }))).toBe('accepted');
    expect(codeOf(classified(create, { body, status: 201 }))).toBe('accepted');
  });

  it('keeps fields that the document does not name', () => {
    const body = { ...good, extra: { a: 1 }, payment_data: { number: '1', iban: 'X' } };
    const stage = classified(create, { body });
    expect(stage).toMatchObject({
      outcome: 'accepted',
      answer: { record: { extra: { a: 1 }, payment_data: { iban: 'X' } } },
    });
  });

  it('is accepted for a payment page, which names no amount', () => {
    const stage = classified(build, { body: buildRecordOf(build.fields) });
    expect(codeOf(stage)).toBe('accepted');
  });

  it.each([
    ['empty', ''],
    ['HTML', '<html>ok</html>'],
    ['cut off', JSON.stringify(good).slice(0, -5)],
    ['with a key twice', `{"id":"x",${JSON.stringify(good).slice(1)}`],
    ['with an unsafe integer', JSON.stringify(good).replace('150000', '9007199254740993')],
  ])('is unknown where it is %s', (_, body) => {
    expect(codeOf(classified(create, { body }))).toBe('unknown unreadable_answer');
  });

  it('is unknown where its bytes could not be read as text', () => {
    const stage = classified(create, { body: good, problem: 'the answer is not UTF-8' });
    expect(codeOf(stage)).toBe('unknown unreadable_answer');
  });

  it.each([
    'id',
    'merchant',
    'external_id',
    'state',
    'kind',
    'amount_cents',
    'amount_currency',
    'payment_data',
  ])('is unknown without %s', (key) => {
    expect(codeOf(classified(create, { body: without(key) }))).toBe('unknown incomplete_answer');
  });

  it.each([
    ['an amount as text', { ...good, amount_cents: '150000' }],
    ['an id that is none', { ...good, id: '7' }],
    ['requisites as text', { ...good, payment_data: '0000' }],
    ['a list', [good]],
    ['an error object', { error: { message: 'no requisites' } }],
    ['an error beside a record', { ...good, error: 'odd' }],
    ['a failure flag beside a record', { success: false, data: good }],
  ])('is unknown with %s', (_, body) => {
    expect(codeOf(classified(create, { body }))).toBe('unknown incomplete_answer');
  });

  it('is unknown for a payment page without its address', () => {
    const body = buildRecordOf(build.fields, { payment_data: {} });
    expect(codeOf(classified(build, { body }))).toBe('unknown incomplete_answer');
  });

  it.each([
    ['merchant', '99999999-2222-4333-8444-555555555555'],
    ['external_id', 'A-2'],
    ['amount_currency', 'UZS'],
    ['kind', 'payout'],
  ])('is unknown where %s differs', (key, value) => {
    const stage = classified(create, { body: { ...good, [key]: value } });
    expect(codeOf(stage)).toBe('unknown mismatched_answer');
    expect(stage.outcome === 'unknown' && stage.reason.detail).toContain(key);
  });

  it.each([
    ['merchant', '99999999-2222-4333-8444-555555555555'],
    ['order_id', 'B-2'],
    ['amount_currency', 'RUB'],
  ])('is unknown where %s of a payment page differs', (key, value) => {
    const body = buildRecordOf(build.fields, { [key]: value });
    expect(codeOf(classified(build, { body }))).toBe('unknown mismatched_answer');
  });

  it('is unknown in a state that is not an accepted one', () => {
    const body = { ...good, state: 'builded' };
    expect(codeOf(classified(create, { body }))).toBe('unknown state_not_accepted');
  });
});

describe('an envelope', () => {
  const path = (text: string): Partial<Dialect> => ({ envelope: { kind: 'path', path: text } });
  const bare: Partial<Dialect> = { envelope: { kind: 'bare' } };
  it.each([
    ['bare', good, bare, 'accepted'],
    ['bare, inside data', { data: good }, bare, 'unknown incomplete_answer'],
    ['a path', { response: { items: [good] } }, path('response.items.0'), 'accepted'],
    ['a path, bare', good, path('response'), 'unknown incomplete_answer'],
    ['a path, elsewhere', { data: good }, path('response'), 'unknown incomplete_answer'],
    ['a path of what is inherited', good, path('constructor'), 'unknown incomplete_answer'],
  ] as const)('of the kind: %s', (_, body, knobs, code) => {
    expect(codeOf(classified(create, { body }, knobs))).toBe(code);
  });

  it.each([
    ['on top', { status: false, a: { b: good } }],
    ['half way', { a: { error: 'no', b: good } }],
    ['in the record', { a: { b: { ...good, errors: ['no'] } } }],
  ])('with a word of failure %s is unknown', (_, body) => {
    expect(codeOf(classified(create, { body }, path('a.b')))).toBe('unknown incomplete_answer');
  });
});

describe('accepted states', () => {
  const knobs = { acceptedStates: { create: ['new', 'wait'], build: ['ready'] } };
  it('are those of the flow', () => {
    const as = (state: string): string =>
      codeOf(classified(create, { body: { ...good, state } }, knobs));
    expect(as('new')).toBe('accepted');
    expect(as('wait')).toBe('accepted');
    expect(as('created')).toBe('unknown state_not_accepted');
    expect(as('ready')).toBe('unknown state_not_accepted');
  });
});

describe('an answer with another status', () => {
  it.each([400, 401, 403, 404, 405, 413, 415, 422])('is rejected by %i', (status) => {
    const body = { error: { message: 'bad signature' } };
    const stage = classified(create, { status, body });
    expect(codeOf(stage)).toBe('rejected refused_by_provider');
    expect(stage).toMatchObject({ reason: { httpStatus: status, detail: 'bad signature' } });
  });

  it.each([425, 429])('is rejected for now by %i', (status) => {
    const stage = classified(create, { status, headers: [['Retry-After', '30']] });
    expect(codeOf(stage)).toBe('rejected rate_limited');
    expect(stage).toMatchObject({ reason: { retryAfter: '30' } });
  });

  it.each([301, 302, 303, 307, 308])('is unknown after the redirect %i', (status) => {
    expect(codeOf(classified(create, { status, body: good }))).toBe('unknown redirect');
  });

  it.each([402, 406, 408, 410, 418, 451, 500, 502, 503, 504, 599])(
    'is unknown after %i',
    (status) => {
      expect(codeOf(classified(create, { status, body: good }))).toBe('unknown unexpected_status');
    },
  );

  it('is unknown where the provider says that the order exists', () => {
    expect(codeOf(classified(create, { status: 409 }))).toBe('unknown order_exists');
  });

  it.each([
    ['{"message":"m"}', 'm'],
    ['{"error":"e"}', 'e'],
    ['{"detail":"d"}', 'd'],
    ['{"errors":["a",{"message":"b"}]}', 'a; b'],
    ['plain words', 'plain words'],
    ['<h1>Bad Request</h1>', null],
    ['', null],
  ])('shows the words of %j', (body, detail) => {
    expect(classified(create, { status: 422, body })).toMatchObject({ reason: { detail } });
  });

  it.each([
    [['why'], '{"message":"m","why":"w"}', 'w'],
    [['why', 'message'], '{"message":"m"}', 'm'],
    [['a.0.b'], '{"a":[{"b":"x"}]}', 'x'],
    [['fields[].text'], '{"fields":[{"text":"x"},{"no":1},{"text":"y"}]}', 'x; y'],
    [['errors[]'], '{"errors":{"cents":["too small"]}}', '{"cents":["too small"]}'],
    [['why'], '{"message":"m"}', null],
    [[], '{"message":"m"}', null],
  ])('finds words at %j of %s', (errorPaths, body, detail) => {
    const stage = classified(create, { status: 422, body }, { errorPaths });
    expect(stage).toMatchObject({ reason: { detail } });
  });
});

describe('an exchange without a whole answer', () => {
  it('is unknown by its own reason', () => {
    const lost = { kind: 'lost', code: 'connection_lost', detail: 'reset', answer: null } as const;
    expect(codeOf(classify(lost, create, DEFAULT_DIALECT))).toBe('unknown connection_lost');
  });
});

it('a refusal that tells more states than can be looked at is no definite no', () => {
  const body = { errors: Array.from({ length: 501 }, () => ({ state: 'x' })) };
  expect(codeOf(classified(create, { body, status: 400 }))).toBe('unknown incomplete_answer');
  const few = { errors: body.errors.slice(0, 500) };
  expect(codeOf(classified(create, { body: few, status: 400 }))).toBe(
    'rejected refused_by_provider',
  );
});

describe('a refusal that the provider format was taught', () => {
  const refusals: Dialect['refusals'] = [
    { status: 200, path: 'code', value: 'NO_REQ', meaning: 'no_requisites', wording: '' },
    { status: 500, path: 'errors.0.id', value: 7, meaning: 'refused', wording: '' },
    { status: 200, path: 'ok', value: false, meaning: 'refused', wording: '' },
    { status: 403, path: 'code', value: 'BAN', meaning: 'customer_blocked', wording: 'В бане' },
  ];
  const code = (body: unknown, status = 200): string =>
    codeOf(classified(create, { body, status }, { refusals }));

  it('is a definite no with its meaning', () => {
    const body = { status: false, code: 'NO_REQ', message: 'none for sbp' };
    const stage = classified(create, { body }, { refusals });
    expect(stage).toMatchObject({
      outcome: 'rejected',
      reason: { code: 'no_requisites', httpStatus: 200, detail: 'none for sbp', wording: null },
    });
    expect(code({ ok: false })).toBe('rejected refused_by_provider');
    expect(code({ errors: [{ id: 7 }] }, 500)).toBe('rejected refused_by_provider');
  });

  it('is unknown untaught, with another status, value, place or type', () => {
    expect(codeOf(classified(create, { body: { code: 'NO_REQ' } }))).toBe(
      'unknown incomplete_answer',
    );
    expect(code({ code: 'NO_REQ' }, 500)).toBe('unknown unexpected_status');
    expect(code({ code: 'OTHER' })).toBe('unknown incomplete_answer');
    expect(code({ data: { code: 'NO_REQ' } })).toBe('unknown incomplete_answer');
    expect(code({ errors: [{ id: '7' }] }, 500)).toBe('unknown unexpected_status');
    expect(code('{"code":"NO_REQ","code":"NO_REQ"}')).toBe('unknown unreadable_answer');
  });

  it('is unknown beside a record, and where the answer is about something else', () => {
    expect(code({ ...good, code: 'NO_REQ' })).toBe('unknown incomplete_answer');
    expect(code({ ...good, external_id: 'A-2', code: 'NO_REQ' })).toBe('unknown mismatched_answer');
    expect(code({ ...good, state: 'declined', code: 'NO_REQ' })).toBe('rejected no_requisites');
  });

  it('has the words of whoever taught it', () => {
    const stage = classified(create, { body: { code: 'BAN' }, status: 403 }, { refusals });
    expect(stage).toMatchObject({ reason: { code: 'customer_blocked', wording: 'В бане' } });
  });

  it.each([
    ['where no envelope is looked for', { ok: false, payload: { list: [good] } }],
    ['beside an error that is the marker', { ok: false, data: good, error: 'odd' }],
    ['that is not whole', { ok: false, id: good['id'], state: 'created' }],
  ])('does not hide a record %s', (_, body) => {
    expect(code(body)).toBe('unknown incomplete_answer');
  });

  it('does not hide a record behind a status that says nothing', () => {
    expect(code({ errors: [{ id: 7 }], data: good }, 500)).toBe('unknown incomplete_answer');
    const another = { ...good, external_id: 'A-2' };
    expect(code({ errors: [{ id: 7 }], data: another }, 500)).toBe('unknown mismatched_answer');
  });

  it('never makes a definite no of a whole record in an accepted state, wherever both stand', () => {
    const key = fc.constantFrom('data', 'payload', 'x', 'items');
    const wrapped = fc.array(fc.record({ key, isList: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(wrapped, fc.constantFrom(200, 403, 500), (wraps, status) => {
        const record = wraps.reduce<unknown>(
          (inner, wrap) => ({ [wrap.key]: wrap.isList ? [inner] : inner }),
          good,
        );
        const body = { no: true, beside: record };
        const taught = {
          status,
          path: 'no',
          value: true,
          meaning: 'refused',
          wording: '',
        } as const;
        const stage = classified(create, { body, status }, { refusals: [taught] });
        expect(stage.outcome).toBe('unknown');
      }),
    );
  });

  it('is not found among what every object inherits', () => {
    const inherited = [{ status: 200, path: 'constructor.name', value: 'Object' }] as const;
    const taught = inherited.map((refusal) => ({
      ...refusal,
      meaning: 'refused' as const,
      wording: '',
    }));
    expect(codeOf(classified(create, { body: {} }, { refusals: taught }))).toBe(
      'unknown incomplete_answer',
    );
  });
});

describe('the statuses of a provider format', () => {
  it.each([400, 422, 429, 503])('do not hide a record: %i', (status) => {
    const knobs = { definiteNoStatuses: [400, 422, 503] };
    const code = (body: unknown): string => codeOf(classified(create, { status, body }, knobs));
    expect(code({ error: 'order_id is taken', existing: good })).toBe('unknown incomplete_answer');
    const another = { ...good, external_id: 'A-2' };
    expect(code({ error: 'order_id is taken', data: another })).toBe('unknown mismatched_answer');
    expect(code({ error: 'bad', data: { ...good, state: 'declined' } })).toMatch(/^rejected/u);
  });

  it('can be taught', () => {
    const knobs = { definiteNoStatuses: [503], tryLaterStatuses: [409] };
    expect(codeOf(classified(create, { status: 503 }, knobs))).toBe('rejected refused_by_provider');
    expect(codeOf(classified(create, { status: 409 }, knobs))).toBe('rejected rate_limited');
    expect(codeOf(classified(create, { status: 422 }, knobs))).toBe('unknown unexpected_status');
  });

  it('are the documented ones in a format without any', () => {
    const {
      definiteNoStatuses: _a,
      tryLaterStatuses: _b,
      refusals: _c,
      envelope: _d,
      errorPaths: _e,
      ...others
    } = DEFAULT_DIALECT;
    expect(dialectSchema.parse(others)).toEqual(DEFAULT_DIALECT);
  });
});
