import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { RunningSandbox } from '../../src/sandbox/server.ts';
import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { DEFAULT_CALLBACK, type Dialect } from '../../src/shared/dialect/schema.ts';
import { startAdminSandbox } from '../provider/adminSandbox.ts';
import { ownFetch } from '../support/ownFetch.ts';

const TOKEN = 'the-admin-token-of-this-suite';
const sentSchema = z.object({ sent: z.array(z.object({ status: z.int().nullable() })) });

/** The listener's answer to a flood. */
const COME_AGAIN = 429;
const COME_AGAIN_MS = 500;

type How = Readonly<Record<string, unknown>>;

export type Provider = {
  readonly sandbox: RunningSandbox;
  readonly merchant: string;
  readonly secret: string;
  readonly dialect: Dialect;
  readonly setFault: (orderId: string, fault: string) => Promise<void>;
  /** Those that were told to come again come again, as a provider's would. */
  readonly callBack: (orderId: string, how: How) => Promise<void>;
  /** How every callback about this order was answered in the end. */
  readonly answersOf: (orderId: string) => Promise<readonly (number | null)[]>;
};

const SIGNED: Dialect = {
  ...DEFAULT_DIALECT,
  callback: {
    ...DEFAULT_CALLBACK,
    signature: {
      ...DEFAULT_DIALECT.signature,
      placement: { in: 'header', name: 'X-Callback-Signature', prefix: 'v1=' },
      secret: 'shared',
      over: { kind: 'raw-body' },
    },
  },
};

export async function startProvider(
  dir: string,
  isSigned: boolean,
  merchant: string,
): Promise<Provider> {
  const secret = `secret-of-${merchant}`;
  const dialect = isSigned ? SIGNED : DEFAULT_DIALECT;
  const sandbox = await startAdminSandbox({
    port: 0,
    ledgerFile: path.join(dir, `${merchant}.jsonl`),
    merchants: [{ merchant, secret }],
    dialect,
    adminToken: TOKEN,
  });
  async function ask(target: string, body?: object): Promise<unknown> {
    const answer = await ownFetch(`${sandbox.origin}/admin/${target}`, {
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const told: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${target}: ${JSON.stringify(told)}`);
    return told;
  }
  const statuses = (told: unknown): readonly (number | null)[] =>
    sentSchema.parse(told).sent.map(({ status }) => status);
  async function callBack(orderId: string, how: How): Promise<void> {
    const answers = statuses(await ask('callbacks', { order_id: orderId, ...how }));
    const times = answers.filter((status) => status === COME_AGAIN).length;
    if (times === 0) return;
    await sleep(COME_AGAIN_MS);
    await callBack(orderId, { ...how, times });
  }
  return {
    sandbox,
    merchant,
    secret,
    dialect,
    setFault: async (orderId, fault) =>
      void (await ask('faults', { order_id: orderId, fault, creates: true })),
    callBack,
    async answersOf(orderId) {
      const told = await ask(`callbacks?order_id=${encodeURIComponent(orderId)}`);
      return statuses(told).filter((status) => status !== COME_AGAIN);
    },
  };
}
