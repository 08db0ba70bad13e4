import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import { ALGORITHMS, type Dialect, OUTPUTS } from '#shared/dialect/schema.ts';

import { type RunningSandbox, type SandboxOptions, startSandbox } from '#sandbox/server.ts';
import { type Told, limitsIn, postIn } from '#sandbox/testing/client.ts';
import {
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  buildBody,
  createBody,
  errorOf,
  makePlace,
  textOf,
} from '#sandbox/testing/support.ts';

import { withCompanions } from './companions.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** Text, base64 and hex at once. */
const ANY_KEY = 'deadbeefdeadbeef';
const BASE = DEFAULT_DIALECT;
const anyText: unknown = expect.any(String);

let place: Place;
let sandbox: RunningSandbox | null = null;

afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
  await place.remove();
});

async function speaking(told: Told, more: Partial<SandboxOptions> = {}): Promise<string> {
  place = await makePlace();
  const { dialect, secret = SECRET, headerSecrets = {} } = told;
  const options = {
    port: 0,
    ledgerFile: join(place.folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret }],
    dialect,
    ...more,
  };
  sandbox = await startSandbox(withCompanions(options, headerSecrets));
  return sandbox.origin;
}

function withSignature(
  changes: Partial<Dialect['signature']>,
  more: Partial<Dialect> = {},
): Dialect {
  return { ...BASE, ...more, signature: { ...BASE.signature, ...changes } };
}

const PLACEMENTS = [
  { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
  { in: 'body', name: 'sign', prefix: '' },
  { in: 'query', name: 'sig', prefix: 'v1=' },
] as const;

describe('the signature of a format', () => {
  const formats = ALGORITHMS.flatMap((algorithm, index) =>
    PLACEMENTS.map((placement, turn) => {
      const output = OUTPUTS[(index + turn) % OUTPUTS.length] ?? 'base64';
      const body = (index + turn) % 2 === 0 ? 'json' : 'form';
      const keyTransform = (['text', 'base64', 'hex'] as const)[(index + turn) % 3] ?? 'text';
      const position = index % 2 === 0 ? 'suffix' : 'prefix';
      const secretUse = { position, separator: turn === 0 ? '' : '&key=' } as const;
      const changes = { algorithm, placement, output, keyTransform, secretUse };
      return [algorithm, placement.in, withSignature(changes, { body })] as const;
    }),
  );

  it.each(formats)('holds: %s in the %s', async (algorithm, _, dialect) => {
    const told = { dialect, secret: algorithm === 'rsa-sha256' ? PEM : ANY_KEY };
    const origin = await speaking(told);
    const full = createBody({
      order_id: 'Заказ & Co + 1%',
      customer: 'a b=c',
      callback_url: 'https://shop.example/cb?x=1&y=%20',
      customer_phone_number: '+79990001122',
    });
    expect((await postIn(origin, 'create', full, told)).status).toBe(200);
    expect((await postIn(origin, 'build', buildBody(), told)).status).toBe(200);
    expect(sandbox?.ledger().map((entry) => entry.order_id)).toEqual(['Заказ & Co + 1%', 'B-1']);
    const other = { ...told, secret: algorithm === 'rsa-sha256' ? otherPem() : 'deadbeefdeadbeee' };
    const refused = await postIn(origin, 'create', createBody({ order_id: 'no' }), other);
    expect(refused.status).toBe(401);
    expect(errorOf(refused)['code']).toBe('signature_wrong');
    expect(refused.text).not.toContain(told.secret.slice(0, 12));
    expect(sandbox?.ledger()).toHaveLength(2);
  });

  function otherPem(): string {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return other.export({ type: 'pkcs1', format: 'pem' }).toString();
  }

  it.each([
    ['the prefix', { placement: { ...BASE.signature.placement, prefix: 'Bearer ' } }, /Bearer /u],
    ['the writing', { output: 'hex-upper' }, /64 hex digits in upper case/u],
    ['the length', { algorithm: 'md5' }, /md5 as 32 hex digits in lower case/u],
    ['what is signed', { algorithm: 'sha256' }, /cents, currency, customer, merchant, order_id/u],
  ] as const)('is refused with a hint at %s', async (_, changes, hint) => {
    const origin = await speaking({ dialect: withSignature(changes) });
    const refused = await postIn(origin, 'create', createBody(), { dialect: BASE });
    expect(refused.status).toBe(401);
    expect(errorOf(refused)['message']).toMatch(hint);
  });

  it('is missed where the format wants it, by that place’s name', async () => {
    const placement = { in: 'body', name: 'sign', prefix: '' } as const;
    const origin = await speaking({ dialect: withSignature({ placement }) });
    const refused = await postIn(origin, 'create', createBody(), { dialect: BASE });
    expect(errorOf(refused)).toMatchObject({
      code: 'signature_missing',
      message: 'The request carries no signature in the body field sign',
    });
  });

  it.each([
    [{ keyTransform: 'hex' }, SECRET, /not written as hex/u],
    [{ algorithm: 'rsa-sha256' }, SECRET, /not an RSA key in PEM/u],
  ] as const)(
    'cannot be spoken with a secret of another kind: %j',
    async (changes, secret, words) => {
      await expect(speaking({ dialect: withSignature(changes), secret })).rejects.toThrow(words);
    },
  );
});

describe('bodies', () => {
  const FORM: Told = { dialect: { ...BASE, body: 'form' } };

  it('are refused in the other encoding', async () => {
    const origin = await speaking(FORM);
    expect((await postIn(origin, 'create', createBody(), { dialect: BASE })).status).toBe(415);
  });

  it.each(['', 'a', 'a=%zz', 'a=%ff', 'a=1&a=2', '=1', 'cents=1 2'])(
    'that are no form are refused: %j',
    async (body) => {
      const origin = await speaking(FORM);
      const response = await fetch(`${origin}/api/v1/requests/deposit/create`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body,
      });
      expect(response.status).toBe(400);
    },
  );

  it.each(['0150000', '1.5', '+150000', '1e5', '99999999999999999'])(
    'have the amount in digits: %s',
    async (cents) => {
      const origin = await speaking(FORM);
      const refused = await postIn(origin, 'create', createBody({ cents }), FORM);
      expect(refused.status).toBe(422);
      expect(errorOf(refused)['field']).toBe('cents');
    },
  );
});

describe('companion headers', () => {
  const dialect: Dialect = {
    ...BASE,
    companionHeaders: [
      { kind: 'fixed', name: 'X-Merchant', value: 'id={merchant}; v=(1.0)' },
      { kind: 'fixed', name: 'X-Time', value: '{timestamp}' },
      { kind: 'fixed', name: 'X-Nonce', value: '{nonce}-{timestamp}' },
      { kind: 'secret', name: 'X-Api-Key', prefix: 'Key ' },
    ],
  };
  const told: Told = { dialect, headerSecrets: { 'X-Api-Key': 'header-secret' } };
  const now = (apart = 0): string => String(Math.floor(Date.now() / 1000) + apart);

  it('are all wanted, in deposits and for the limits', async () => {
    const origin = await speaking(told);
    expect((await postIn(origin, 'create', createBody(), told)).status).toBe(200);
    expect((await limitsIn(origin, MERCHANT, told)).status).toBe(200);
    for (const { name } of dialect.companionHeaders) {
      const without = {
        ...told,
        dialect: {
          ...dialect,
          companionHeaders: dialect.companionHeaders.filter((header) => header.name !== name),
        },
      };
      const refused = await postIn(origin, 'create', createBody({ order_id: 'B' }), without);
      expect(refused.status).toBe(401);
      expect(errorOf(refused)['message']).toBe(`The header ${name} is missing`);
      expect((await limitsIn(origin, MERCHANT, without)).status).toBe(401);
    }
  });

  // A time is taken when it is sent: on a busy machine that is long after the tests were collected.
  it.each<readonly [string, string | (() => string)]>([
    ['X-Merchant', `id=${MERCHANT}; v=(1x0)`],
    ['X-Merchant', `id=${MERCHANT.replace('1', '2')}; v=(1.0)`],
    ['X-Merchant', 'id={merchant}; v=(1.0)'],
    ['X-Time', () => now(-310)],
    ['X-Time', () => now(310)],
    ['X-Time', 'now'],
    ['X-Nonce', `${'0'.repeat(31)}-${now()}`],
    ['X-Api-Key', 'Key header-secre'],
    ['X-Api-Key', 'header-secret'],
  ])('are refused where they say otherwise: %s', async (name, value) => {
    const origin = await speaking(told);
    const refused = await postIn(origin, 'create', createBody(), {
      ...told,
      headers: { [name]: typeof value === 'string' ? value : value() },
    });
    expect(refused.status).toBe(401);
    expect(errorOf(refused)['code']).toBe('header_wrong');
    expect(errorOf(refused)['message']).toMatch(`The header ${name}`);
    expect(refused.text).not.toContain('header-secret');
  });

  it('take clocks that are minutes apart', async () => {
    const origin = await speaking(told);
    const late = { ...told, headers: { 'X-Time': now(-280) } };
    expect((await postIn(origin, 'create', createBody(), late)).status).toBe(200);
  });

  it('never have one nonce twice', async () => {
    const origin = await speaking(told);
    const fixed = { ...told, headers: { 'X-Nonce': `${'ab'.repeat(16)}-${now()}` } };
    expect((await limitsIn(origin, MERCHANT, fixed)).status).toBe(200);
    const refused = await postIn(origin, 'create', createBody(), fixed);
    expect(errorOf(refused)['code']).toBe('nonce_repeated');
  });

  it('cannot be checked without their secrets', async () => {
    await expect(speaking({ dialect })).rejects.toThrow(/secret header X-Api-Key/u);
  });
});

describe('the limit request', () => {
  it('needs no merchant where it is unsigned', async () => {
    const told: Told = {
      dialect: {
        ...BASE,
        limitRequest: 'unsigned',
        companionHeaders: [{ kind: 'fixed', name: 'X-Merchant', value: '{merchant}' }],
      },
    };
    const origin = await speaking(told);
    expect((await limitsIn(origin, MERCHANT, told)).status).toBe(200);
    const stranger = '99999999-2222-4333-8444-555555555555';
    expect((await limitsIn(origin, stranger, told)).status).toBe(401);
  });

  it.each(PLACEMENTS)('is signed where the format says so: %j', async (placement) => {
    const told = { dialect: withSignature({ placement }, { limitRequest: 'signed' }) };
    const origin = await speaking(told);
    expect((await limitsIn(origin, MERCHANT, told)).status).toBe(200);
    const wrong = await limitsIn(origin, MERCHANT, { ...told, secret: 'other' });
    expect(wrong.status).toBe(401);
    const unsigned = { dialect: BASE };
    expect(errorOf(await limitsIn(origin, MERCHANT, unsigned))['code']).toBe('signature_missing');
  });
});

describe('answers', () => {
  it.each([
    [{ kind: 'bare' }, (body: unknown) => body],
    [{ kind: 'path', path: 'data' }, (body: unknown) => asFields(body)['data']],
    [
      { kind: 'path', path: 'result.items.1' },
      (body: unknown) => {
        const { items } = asFields(asFields(body)['result']);
        return Array.isArray(items) ? asFields(items)[1] : null;
      },
    ],
  ] as const)('stand in their envelope: %j', async (envelope, inside) => {
    const dialect: Dialect = {
      ...BASE,
      envelope,
      acceptedStates: { create: ['accepted', 'created'], build: ['PENDING'] },
    };
    const origin = await speaking({ dialect });
    const created = await postIn(origin, 'create', createBody(), { dialect });
    expect(inside(created.body)).toMatchObject({ external_id: 'A-1', state: 'accepted' });
    const built = await postIn(origin, 'build', buildBody(), { dialect });
    expect(inside(built.body)).toMatchObject({ order_id: 'B-1', state: 'PENDING' });
    const limits = await limitsIn(origin, MERCHANT, { dialect });
    if (envelope.kind === 'path') expect(inside(limits.body)).toHaveLength(12);
  });

  it.each([
    ['message', { code: 'currency_not_allowed', field: 'currency', message: anyText }],
    ['error', { code: 'currency_not_allowed', field: 'currency', error: anyText }],
    ['errors[]', { errors: [anyText] }],
    ['failure.text', { failure: { text: anyText, code: 'currency_not_allowed' } }],
  ])('say no at %s', async (path, shape: object) => {
    const dialect = { ...BASE, errorPaths: [path, 'other'] };
    const origin = await speaking({ dialect });
    const refused = await postIn(origin, 'create', createBody({ currency: 'EUR' }), { dialect });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject(shape);
  });

  it('say no with a status that the format takes for one', async () => {
    const dialect = { ...BASE, definiteNoStatuses: [400, 401] };
    const origin = await speaking({ dialect });
    const refused = await postIn(origin, 'create', createBody({ currency: 'EUR' }), { dialect });
    expect(refused.status).toBe(400);
    const body = createBody({ order_id: 'twice' });
    expect((await postIn(origin, 'create', body, { dialect })).status).toBe(200);
    expect((await postIn(origin, 'create', body, { dialect })).status).toBe(409);
  });

  it('have amounts, errors and letters as the format has them', async () => {
    const dialect: Dialect = {
      ...BASE,
      answerAmounts: 'number-or-text',
      answerCharset: 'windows-1251',
      noErrorValues: ['OK', 'none'],
    };
    const origin = await speaking({ dialect });
    const body = createBody({ customer: 'Клиент' });
    const created = await postIn(origin, 'create', body, { dialect });
    expect(created.body).toMatchObject({ amount_cents: '150000', error: 'OK' });
    expect(created.body['buyer']).toContain('\uFFFD');
    const built = await postIn(origin, 'build', buildBody(), { dialect });
    expect(built.body).toMatchObject({ error: 'OK' });
  });

  it('are spoken in every preset', async () => {
    for (const dialect of Object.values(PRESETS)) {
      const told = { dialect, secret: dialect.signature.algorithm === 'rsa-sha256' ? PEM : SECRET };
      const origin = await speaking(told);
      const answer = await postIn(origin, 'create', createBody(), told);
      expect(textOf(answer.body['state'])).toBe('created');
      await sandbox?.close();
      await place.remove();
    }
  });
});
