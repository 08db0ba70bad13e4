import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { z } from 'zod';

import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '../../src/shared/contract/operations.ts';
import { type IntentId, type ProfileId, intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { ProfileSetUp } from '../../src/shared/domain/profile.ts';
import { type DepositRequest, isInFlight } from '../../src/shared/domain/request.ts';
import type { TeamState } from '../../src/shared/domain/team.ts';
import type { Vault } from '../../src/core/ports.ts';
import { createDraftOf, createRecordOf, temporaryDir } from '../../src/core/testing/builders.ts';
import { createTestKeychain } from '../../src/core/testing/keychain.ts';
import { type OpenedDesk, openedDesk } from '../../src/core/testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../../src/core/testing/provider.ts';
import { setUpWith } from '../../src/core/testing/setUp.ts';
import { until } from './setUp.ts';

/** A whole desk of the team, as a page sees it: `createServices` over a real log, with a live profile. */
export type TeamDesk = {
  readonly opened: OpenedDesk;
  readonly dataDir: string;
  readonly keychain: Vault;
  readonly profileId: ProfileId;
  /** The operation's value; throws what it failed with. */
  readonly ask: <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
  ) => Promise<OperationOutput<N>>;
  /** The failure's code, or `ok`. */
  readonly tried: <N extends OperationName>(name: N, input: OperationInput<N>) => Promise<string>;
  readonly state: () => Promise<Extract<TeamState, { kind: 'joined' }>>;
  readonly inStep: () => Promise<boolean>;
  /** Waits until the request has come to rest. */
  readonly issue: (orderId: string) => Promise<DepositRequest>;
  readonly begin: (orderId: string) => Promise<IntentId>;
  /** An order id as the form shows it. */
  readonly suggest: () => Promise<string>;
  readonly close: () => Promise<void>;
};

const PATTERN = '{flow}-{desk}-{counter}';
/** Of the live profile, for requests. */
export const SECRET = 'secret-of-the-test';

type Options = {
  readonly dataDir?: string;
  readonly keychain?: Vault;
  readonly setUp?: Partial<Record<keyof ProfileSetUp, unknown>>;
};

/** With a live profile, which is made where the directory has none yet. */
export async function openTeamDesk(baseUrl: string, options: Options = {}): Promise<TeamDesk> {
  const { dataDir = temporaryDir(), keychain = createTestKeychain(), setUp = {} } = options;
  const opened = await openedDesk(dataDir, baseUrl, keychain);
  const { client, events, services } = opened;
  const ask: TeamDesk['ask'] = async (name, input) => {
    const reply = await client.call(name, input);
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  };
  const profileId = await liveProfile(ask, { baseUrl, orderPattern: PATTERN, ...setUp });
  const state: TeamDesk['state'] = async () => {
    const now = await ask('team.state', {});
    if (now.kind === 'none') throw new Error('The desk has no team.');
    return now;
  };
  const begin: TeamDesk['begin'] = async (orderId) => {
    const intentId = intentIdSchema.parse(randomUUID());
    const { fields } = createDraftOf({ order_id: orderId, customer: `c-${randomUUID()}` });
    await ask('issue.create', { intentId, profileId, fields, reissue: null });
    return intentId;
  };
  const last = (intentId: IntentId): DepositRequest | undefined =>
    events
      .flatMap((event) => (event.name === 'request.changed' ? [event.request] : []))
      .findLast((request) => request.intentId === intentId);
  return {
    opened,
    dataDir,
    keychain,
    profileId,
    ask,
    async tried(name, input) {
      const reply = await client.call(name, input);
      return reply.ok ? 'ok' : reply.error.code;
    },
    state,
    inStep: () => until(async () => (await state()).standing.kind === 'in_step'),
    begin,
    suggest: async () => (await ask('order.suggest', { profileId, flow: 'create' })).orderId,
    async issue(orderId) {
      const intentId = await begin(orderId);
      await until(() => {
        const request = last(intentId);
        return request !== undefined && !isInFlight(request);
      });
      const request = last(intentId);
      if (request === undefined) throw new Error(`${orderId} was not issued.`);
      return request;
    },
    close: () => services.close(),
  };
}

async function liveProfile(ask: TeamDesk['ask'], setUp: object): Promise<ProfileId> {
  const known = (await ask('profile.list', {})).find(({ mode }) => mode === 'live');
  const { id } = known ?? (await ask('profile.save', { id: null, setUp: setUpWith(setUp) }));
  if (known === undefined) {
    const slot = { kind: 'signing' } as const;
    await ask('profile.setSecret', { profileId: id, slot, secret: SECRET, keep: 'stored' });
  }
  await ask('profile.confirmLive', { profileId: id });
  return id;
}

export const reasonOf = (request: DepositRequest): string =>
  'reason' in request ? request.reason.code : request.outcome;

export type HangingProvider = TestProvider & {
  /** Ends the requests that were not answered. */
  readonly letGo: () => void;
};

/** Accepts every request but those whose order begins with `hang`, which it does not answer. */
export async function startHangingProvider(): Promise<HangingProvider> {
  const hanging: ServerResponse[] = [];
  const provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    if (String(fields['order_id']).startsWith('hang')) hanging.push(response);
    else response.end(JSON.stringify(createRecordOf(fields)));
  });
  const letGo = (): void => {
    for (const response of hanging) response.destroy();
  };
  const close = (): Promise<void> => {
    letGo();
    return provider.close();
  };
  return { ...provider, letGo, close };
}
