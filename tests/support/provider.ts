import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Dialect } from '../../src/shared/dialect/schema.ts';
import type { LimitsShape } from '../provider/limits/shapes.ts';

import { endProcess } from './endProcess.ts';
import { ownFetch } from './ownFetch.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const READY_LINE = /^Sandbox provider is ready at (?<origin>http:\/\/127\.0\.0\.1:\d+)$/u;
const MERCHANT = '66666666-5555-4444-8333-222222222222';

/** The sandbox in a process of its own: it outlives a desk that is killed, and its ledger is the truth. */
export type Provider = {
  readonly origin: string;
  readonly merchant: string;
  readonly secret: string;
  readonly ledgerFile: string;
  /** null: for every order that has no fault of its own. */
  readonly setFault: (
    orderId: string | null,
    fault: string | null,
    parameters?: Readonly<Record<string, number>>,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How it speaks; left out: as the document does. */
export type Speech = { readonly dialect: Dialect; readonly limitsShape: LimitsShape };

export async function startProvider(dir: string, speech?: Speech): Promise<Provider> {
  const secret = randomBytes(24).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  const ledgerFile = path.join(dir, 'ledger.jsonl');
  // Bundled where the test run did so.
  const bundle = process.env['DESK_SANDBOX'];
  const child = spawn(
    process.execPath,
    [
      bundle === undefined ? path.join(ROOT, 'tests/provider/cli.ts') : fileURLToPath(bundle),
      '--port=0',
      `--ledger=${ledgerFile}`,
      `--merchant=${MERCHANT}`,
      ...(speech === undefined ? [] : speechFlags(dir, speech)),
    ],
    {
      cwd: ROOT,
      env: { ...process.env, SANDBOX_SECRET: secret, SANDBOX_ADMIN_TOKEN: token },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const origin = await readyOrigin(child);
  return {
    origin,
    merchant: MERCHANT,
    secret,
    ledgerFile,
    async setFault(orderId, fault, parameters = {}) {
      const response = await ownFetch(`${origin}/admin/faults`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ order_id: orderId, fault, ...parameters }),
      });
      if (!response.ok) throw new Error(`The fault ${fault ?? ''}: ${await response.text()}`);
    },
    close: () => endProcess(child, 'SIGTERM'),
  };
}

function speechFlags(dir: string, { dialect, limitsShape }: Speech): readonly string[] {
  const file = path.join(dir, 'dialect.json');
  writeFileSync(file, JSON.stringify(dialect));
  return ['--dialect', file, '--limits-shape', limitsShape];
}

function readyOrigin({ stdout, ...child }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) throw new Error('The sandbox has no output');
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => {
      const origin = READY_LINE.exec(line)?.groups?.['origin'];
      if (origin !== undefined) resolve(origin);
    });
    lines.once('close', () => {
      reject(new Error(`The sandbox ended before it was ready (${child.exitCode ?? 'killed'})`));
    });
  });
}
