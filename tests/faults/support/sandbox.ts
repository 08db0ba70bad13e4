import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import type { Flow } from '../../../src/shared/domain/deposit.ts';
import { endProcess } from '../../support/endProcess.ts';
import { ownFetch } from '../../support/ownFetch.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The order ids of a bench. */
const ORDER = /^F[0-9]+-[0-9]+$/u;
export const MERCHANT = '77777777-6666-4555-8444-333333333333';

const faultsLine = z.object({ caFile: z.string(), ports: z.record(z.string(), z.string()) });
const entriesSchema = z.object({
  entries: z.array(
    z.looseObject({
      id: z.string(),
      order_id: z.string(),
      flow: z.enum(['create', 'build']),
    }),
  ),
});
const arrivalsSchema = z.object({ arrivals: z.int() });

const sentSchema = z.object({
  sent: z.array(z.object({ status: z.int().nullable(), text: z.string() })),
});

type SetFault = Readonly<Record<string, string | number | boolean>>;

/** The provider, a process of its own: what it says of its ledger is the truth about what was created and what arrived. */
export type FaultyProvider = {
  readonly origin: string;
  readonly secret: string;
  /** What `NODE_EXTRA_CA_CERTS` takes. */
  readonly caFile: string;
  /** The address of a connection fault. Null: this system cannot have it. */
  readonly portOf: (name: string) => string | null;
  readonly setFault: (orderId: string, fault: string, more?: SetFault) => Promise<void>;
  readonly entries: (orderId: string) => Promise<readonly Flow[]>;
  /** The id of what was created for this order; null: nothing was. */
  readonly idOf: (orderId: string) => Promise<string | null>;
  /** Calls back about an order; what each call was answered with. */
  readonly callBack: (orderId: string, how: SetFault) => Promise<readonly (number | null)[]>;
  /** POSTs that came in: of an order, or all of them, those included whose order could not be read. */
  readonly arrivals: (orderId: string | null) => Promise<number>;
  /** POSTs that belong to no order that was issued here. Reads the ledger's file. */
  readonly strayArrivals: () => number;
  readonly close: () => Promise<void>;
};

const arrivalLine = z.object({ line: z.literal('arrival'), order_id: z.string().nullable() });

export async function startFaultyProvider(dir: string): Promise<FaultyProvider> {
  const secret = randomBytes(24).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  const ledger = path.join(dir, 'provider.jsonl');
  const child = spawn(
    process.execPath,
    [
      path.join(ROOT, 'tests/provider/cli.ts'),
      '--faults',
      '--port=0',
      `--ledger=${ledger}`,
      `--merchant=${MERCHANT}`,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, SANDBOX_SECRET: secret, SANDBOX_ADMIN_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [ready, faults] = await firstLines(child);
  const origin = /http:\/\/127\.0\.0\.1:\d+/u.exec(ready)?.[0] ?? '';
  const { caFile, ports } = faultsLine.parse(JSON.parse(faults));

  async function ask(target: string, body?: object): Promise<unknown> {
    const response = await ownFetch(`${origin}/admin/${target}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${target}: ${JSON.stringify(answer)}`);
    return answer;
  }
  const ofOrder = (orderId: string): string => `?order_id=${encodeURIComponent(orderId)}`;
  return {
    origin,
    secret,
    caFile,
    portOf: (name) => ports[name] ?? null,
    async setFault(orderId, fault, more = {}) {
      await ask('faults', { order_id: orderId, fault, ...more });
    },
    async entries(orderId) {
      const { entries } = entriesSchema.parse(await ask(`ledger${ofOrder(orderId)}`));
      return entries.map(({ flow }) => flow);
    },
    async idOf(orderId) {
      const { entries } = entriesSchema.parse(await ask(`ledger${ofOrder(orderId)}`));
      return entries[0]?.id ?? null;
    },
    async callBack(orderId, how) {
      const { sent } = sentSchema.parse(await ask('callbacks', { order_id: orderId, ...how }));
      return sent.map(({ status }) => status);
    },
    async arrivals(orderId) {
      const query = orderId === null ? '' : ofOrder(orderId);
      return arrivalsSchema.parse(await ask(`arrivals${query}`)).arrivals;
    },
    strayArrivals: () =>
      readFileSync(ledger, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"arrival"'))
        .map((line) => arrivalLine.parse(JSON.parse(line)).order_id ?? '')
        .filter((orderId) => !ORDER.test(orderId)).length,
    close: () => endProcess(child, 'SIGTERM'),
  };
}

function firstLines(child: ChildProcess): Promise<readonly [string, string]> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The provider has no output');
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: stdout }).on('line', (line) => {
      lines.push(line);
      const [ready, faults] = lines;
      if (ready !== undefined && faults !== undefined) resolve([ready, faults]);
    });
    child.once('exit', () => reject(new Error('The provider ended at once')));
  });
}
