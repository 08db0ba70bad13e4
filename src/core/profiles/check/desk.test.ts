import { createHmac } from 'node:crypto';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { profileSetUpSchema } from '#shared/domain/profile.ts';

import {
  MERCHANT,
  createDraftOf,
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { type OpenedDesk, openedDesk } from '../../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../../testing/provider.ts';

afterAll(removeTemporaryDirs);

const CHECK_ID = '33333333-2222-4333-8444-555555555555';
const LIMITS = '[{"currency":"RUB","payment_type":"any_bank","min":100,"max":5000}]';

describe('through the whole desk', () => {
  let provider: TestProvider;
  let desk: OpenedDesk;
  let right = '';

  beforeEach(async () => {
    provider = await startTestProvider(
      ({ body }, response) => {
        const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
        response.end(JSON.stringify(createRecordOf(fields)));
      },
      ({ rawHeaders }, response) => {
        const signature = createHmac('sha256', right).update(MERCHANT).digest('hex');
        if (rawHeaders.includes(signature)) response.end(LIMITS);
        else response.writeHead(401).end('{"message":"bad signature"}');
      },
    );
    desk = await openedDesk(temporaryDir(), provider.baseUrl);
  });
  afterEach(async () => {
    await desk.services.close();
    await provider.close();
  });

  async function called<N extends Parameters<OpenedDesk['client']['call']>[0]>(
    name: N,
    input: OperationInput<N>,
  ) {
    const result = await desk.client.call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value;
  }

  async function profileWith(limitsPolicy: 'enforce' | 'warn'): Promise<ProfileId> {
    const setUp = profileSetUpSchema.parse({
      name: 'Shop',
      mode: 'live',
      baseUrl: provider.baseUrl,
      merchant: MERCHANT,
      dialect: { ...DEFAULT_DIALECT, limitRequest: 'signed' },
      limitsPolicy,
    });
    return (await called('profile.save', { id: null, setUp })).id;
  }

  async function give(profileId: ProfileId, secret: string): Promise<void> {
    const slot = { kind: 'signing' as const };
    await called('profile.setSecret', { profileId, slot, secret, keep: 'stored' });
  }

  it('a check that was accepted drops the secret before the last, one that was refused keeps it', async () => {
    const profileId = await profileWith('enforce');
    const signature = async () => {
      const { steps } = await called('connection.check', { profileId, checkId: CHECK_ID });
      return steps.at(-1)?.code;
    };
    const older = async () => {
      const { secrets } = await called('profile.secrets', { profileId });
      return secrets[0]?.replacedAt !== null;
    };
    right = 'the-new-secret';
    expect(await signature()).toBe('signature_secret_missing');
    await give(profileId, 'the-old-secret');
    await give(profileId, 'a-mistyped-one');
    expect(await signature()).toBe('signature_refused');
    expect(await older()).toBe(true);
    await give(profileId, 'the-new-secret');
    expect(await older()).toBe(true);
    expect(await signature()).toBe('signature_accepted');
    expect(await older()).toBe(false);
    expect(provider.posts()).toEqual([]);
  });

  it('limits refuse where the profile enforces them, and only warn where it says so', async () => {
    right = 'the-new-secret';
    const issue = async (limitsPolicy: 'enforce' | 'warn') => {
      const profileId = await profileWith(limitsPolicy);
      await give(profileId, right);
      await called('profile.confirmLive', { profileId });
      const { fields } = createDraftOf({ cents: 9999, order_id: limitsPolicy });
      const intentId = intent(limitsPolicy);
      return desk.client.call('issue.create', { intentId, profileId, fields, reissue: null });
    };
    const fault = { field: 'cents', code: 'above_maximum', limit: 5000 };
    expect(await issue('enforce')).toEqual({
      ok: false,
      error: { code: 'invalid_fields', faults: [{ ...fault, force: 'refuse' }] },
    });
    expect(await issue('warn')).toMatchObject({
      ok: true,
      value: { warnings: [{ ...fault, force: 'warn' }] },
    });
    await desk.rested('warn');
    expect(provider.posts()).toHaveLength(1);
  });
});
