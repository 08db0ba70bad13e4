import { describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT, PRESETS } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import type { DepositBody } from '#shared/domain/deposit.ts';
import { failure } from '#shared/domain/failure.ts';
import { type LabExplanation, labExplanationSchema, labFindingSchema } from '#shared/domain/lab.ts';
import { err, ok } from '#shared/domain/result.ts';

import { createDeskEvents } from '../../desk/deskEvents.ts';
import { createRedactor } from '../../journal/redact.ts';
import {
  asPage,
  MERCHANT,
  chance,
  createFieldsOf,
  manualClock,
  profileOf,
} from '../../testing/builders.ts';
import { type FormatOperationDeps, formatOperations } from '../operations.ts';

const SECRET = 'a-very-secret-key';
const profile = profileOf({ baseUrl: 'https://provider.example/gate' });
const body: DepositBody = { flow: 'create', fields: createFieldsOf() };

function lab(overrides: Partial<FormatOperationDeps> = {}) {
  const redactor = createRedactor();
  return asPage(
    formatOperations({
      profiles: {
        saveDialect: () => err(failure('profile_fixed')),
        find: (id) => (id === profile.id ? ok(profile) : err(failure('profile_not_found'))),
      },
      secrets: { read: async () => ok({ signing: SECRET, headers: new Map() }) },
      log: { answersLike: async () => ({ looked: 0, matched: [] }) },
      events: createDeskEvents(() => undefined),
      redactor,
      guard: { byKind: async () => ok(undefined) },
      userAgent: 'test',
      clock: manualClock(),
      chance,
      ...overrides,
    }),
  );
}

async function explained(
  dialect: Dialect,
  overrides: Partial<FormatOperationDeps> = {},
): Promise<LabExplanation> {
  const result = await lab(overrides)['lab.explain']({ profileId: profile.id, dialect, body });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return labExplanationSchema.parse(result.value);
}

describe('an explanation', () => {
  it('labels each segment and shows what would travel', async () => {
    const shown = await explained(DEFAULT_DIALECT);
    expect(shown.segments.map(({ field }) => field)).toEqual([
      'cents',
      'currency',
      'customer',
      'merchant',
      'order_id',
      'payment_type',
    ]);
    expect(shown.stringToSign).toBe(`150000::RUB::cust-1::${MERCHANT}::A-1::any_bank`);
    expect(shown.segments.map(({ value }) => value).join('::')).toBe(shown.stringToSign);
    expect(shown.input).toBe(shown.stringToSign);
    expect(shown.problem).toBeNull();
    expect(shown.request).toMatchObject({
      method: 'POST',
      url: 'https://provider.example/gate/api/v1/requests/deposit/create',
    });
    expect(new Map(shown.request.headers).get('X-Signature')).toBe(shown.signature);
  });

  it('has the secret as dots in its place, before or after', async () => {
    const { signature } = PRESETS['md5-form'];
    const after = await explained(PRESETS['md5-form']);
    expect(after.input).toBe(`${after.stringToSign}::••••••`);
    expect(after.request.body).toContain(`&sign=${after.signature ?? ''}`);
    const secretUse = { position: 'prefix', separator: '|' } as const;
    const before = await explained({
      ...PRESETS['md5-form'],
      signature: { ...signature, secretUse },
    });
    expect(before.input).toBe(`••••••|${before.stringToSign}`);
  });

  it('has no secret anywhere, not even a short one in a header', async () => {
    const dialect: Dialect = {
      ...PRESETS['sha256-suffix-body'],
      companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: 'Key ' }],
    };
    const headers = new Map([['x-api-key', 'k1-short']]);
    const shown = await explained(dialect, {
      secrets: { read: async () => ok({ signing: SECRET, headers }) },
    });
    expect(new Map(shown.request.headers).get('X-Api-Key')).toBe('Key ••••••');
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(JSON.stringify(shown)).not.toContain('k1-short');
  });

  it.each([
    ['secret_missing', DEFAULT_DIALECT, { read: async () => ok(null) }],
    ['vault_unavailable', DEFAULT_DIALECT, { read: async () => err('locked' as const) }],
    ['secret_unusable', PRESETS['rsa-header'], undefined],
  ] as const)('says why there is no signature: %s', async (problem, dialect, secrets) => {
    const shown = await explained(dialect, secrets === undefined ? {} : { secrets });
    expect(shown).toMatchObject({ problem, signature: null });
    expect(new Map(shown.request.headers).get('X-Signature')).toBe('<signature>');
    expect(shown.stringToSign).not.toBe('');
  });
});

describe('a search', () => {
  const asked = { profileId: profile.id, dialect: DEFAULT_DIALECT, body };

  it('uses the stored secret', async () => {
    const { signature } = await explained(PRESETS['md5-form']);
    const input = { ...asked, expected: signature ?? '', exampleSecret: null };
    const found = await lab()['lab.search'](input);
    const { placement: _, ...knobs } = PRESETS['md5-form'].signature;
    expect(found).toMatchObject({ ok: true, value: { problem: null, matches: [knobs] } });
    expect(found.ok && labFindingSchema.safeParse(found.value).success).toBe(true);
  });

  it("uses the example's own secret without asking the vault, and never says it", async () => {
    const { signature } = await explained(DEFAULT_DIALECT);
    const secrets = {
      read: () => Promise.reject(new Error('nobody may ask')),
    };
    const input = { ...asked, expected: signature ?? '', exampleSecret: SECRET };
    const found = await lab({ secrets })['lab.search'](input);
    expect(found).toMatchObject({ ok: true, value: { matches: [{ algorithm: 'hmac-sha256' }] } });
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it.each([
    ['secret_missing', ok(null)],
    ['vault_unavailable', err('timed_out' as const)],
  ] as const)('without a secret says %s', async (problem, read) => {
    const input = { ...asked, expected: 'x', exampleSecret: null };
    const found = await lab({ secrets: { read: async () => read } })['lab.search'](input);
    expect(found).toMatchObject({ ok: true, value: { problem, tried: 0, matches: [] } });
  });
});
