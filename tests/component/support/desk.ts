import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { CallOptions, Transport } from '../../../src/shared/contract/client.ts';
import type { DeskEvent } from '../../../src/shared/contract/events.ts';
import type { Host } from '../../../src/shared/contract/host.ts';
import { type LedgerContent, readLedger } from '../../support/ledger.ts';
import { deskThread } from './thread.ts';
import type { OperationName } from '../../../src/shared/contract/operations.ts';

/** A call on its way from the page to the desk. */
type HeldCall = {
  readonly name: OperationName;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
  /** Asks the desk; the page does not hear its reply. */
  readonly fetch: () => Promise<unknown>;
  /** The page hears this reply. */
  readonly fulfill: (reply: unknown) => void;
  /** Asks the desk, and the page hears its reply. */
  readonly continue: () => Promise<void>;
  /** The page hears that the desk could not be reached. */
  readonly abort: () => void;
};
type OnCall = (call: HeldCall) => void | Promise<void>;

/** A whole desk (core, SQLite, the embedded provider over HTTP) on a data directory of its own. */
export type TestDesk = {
  readonly dataDir: string;
  /** For the page: calls pass whatever holds them up. */
  readonly transport: Transport;
  /** Past the page and past whatever holds calls up. */
  readonly call: (name: OperationName, input: unknown) => Promise<unknown>;
  /** The page hears this event as if the desk had told it. */
  readonly tell: (event: DeskEvent) => void;
  /** `export.*` stands for every operation that begins so. */
  readonly onOperation: (pattern: string, onCall: OnCall) => void;
  readonly offOperation: (pattern: string) => void;
  /** What the embedded provider has on disk: the only witness of what was sent. */
  readonly ledger: () => LedgerContent;
  /** Closes the desk and opens another on the same data directory; something may happen to its files in between. */
  readonly restart: (between?: () => void) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type DeskOptions = {
  /** Whether live profiles may issue. */
  readonly live?: boolean;
  /** What the page takes the host around it for: each has keys of its own. */
  readonly host?: Host['kind'];
  /** Writes what the desk finds in its data directory at its first start. */
  readonly prepare?: (dataDir: string) => void;
};

let lastDesk = 0;

export async function openTestDesk({
  live = true,
  host = 'loopback',
  prepare,
}: DeskOptions = {}): Promise<TestDesk> {
  const thread = deskThread();
  lastDesk += 1;
  const desk = lastDesk;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  prepare?.(dataDir);
  const listeners = new Set<(event: unknown) => void>();
  const held = new Map<string, OnCall>();
  const open = (): Promise<unknown> =>
    thread.ask(desk, { kind: 'open', dataDir, host: { kind: host, live } });
  const call: TestDesk['call'] = (name, input) => thread.ask(desk, { kind: 'call', name, input });
  thread.listen(desk, (event) => {
    for (const listener of listeners) listener(event);
  });
  await open();
  return {
    dataDir,
    call,
    tell(event) {
      for (const listener of listeners) listener(event);
    },
    transport: {
      invoke(name, input, options) {
        const found = [...held].find(([pattern]) => fits(pattern, name));
        return found === undefined
          ? call(name, input)
          : hold(found[1], { name, input, options }, call);
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    onOperation: (pattern, onCall) => void held.set(pattern, onCall),
    offOperation: (pattern) => void held.delete(pattern),
    ledger: () => readLedger(dataDir),
    async restart(between) {
      await thread.ask(desk, { kind: 'close' });
      between?.();
      await open();
    },
    async close() {
      thread.listen(desk, null);
      await thread.ask(desk, { kind: 'close' });
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function hold(
  onCall: OnCall,
  { name, input, options }: Pick<HeldCall, 'name' | 'input' | 'options'>,
  call: TestDesk['call'],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fetch = (): Promise<unknown> => call(name, input);
    const given = onCall({
      name,
      input,
      options,
      fetch,
      fulfill: resolve,
      continue: async () => resolve(await fetch()),
      abort: () => reject(new Error('The test gives no answer')),
    });
    Promise.resolve(given).catch(reject);
  });
}
