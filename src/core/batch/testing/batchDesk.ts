import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { type Batch, DEFAULT_PACE } from '#shared/domain/batch.ts';

import { createRecordOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import {
  SHOWN_DIGEST,
  memoryImports,
  readyRowsOf,
  unnumbered,
} from '../../testing/memoryImports.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../../testing/openedDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../../testing/provider.ts';

export const ROWS = 6;
export const PACE = { ...DEFAULT_PACE, atOnce: 1 };
export const importId = randomUUID();
export const fieldsOf = (body: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(body));
export const accepting: Answer = (call, response) => {
  response.end(JSON.stringify(createRecordOf(fieldsOf(call.body))));
};
export const rejecting: Answer = (_, response) => response.writeHead(422).end('{"error":"no"}');
export const silence: Answer = () => undefined;

type Held = {
  dataDir: string;
  provider: TestProvider;
  /** How the provider answers from now on. */
  answer: Answer;
  desk: OpenedDesk;
  /** What the next batch is begun with. */
  imports: ReturnType<typeof memoryImports>;
};

/** A desk and its provider for each test, with a file of six rows. */
export function batchDesk() {
  let held: Held;

  const opened = (dataDir: string, provider: TestProvider): Promise<OpenedDesk> =>
    openedDesk(dataDir, provider.baseUrl, undefined, undefined, undefined, {
      ready: (...asked) => held.imports.ready(...asked),
    });

  async function start(pace = PACE, requests = ROWS, batchId: string = randomUUID()) {
    const digest = SHOWN_DIGEST;
    return held.desk.client.call('batch.start', { importId, batchId, requests, digest, pace });
  }
  async function get(batchId: string): Promise<Batch> {
    const reply = await held.desk.client.call('batch.get', { batchId });
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value;
  }
  return {
    of: () => held,
    /** Before each test. */
    open: async (): Promise<void> => {
      const dataDir = temporaryDir();
      const provider = await startTestProvider((call, response) => held.answer(call, response));
      const imports = memoryImports(readyRowsOf(SANDBOX, ROWS, unnumbered));
      const desk = await opened(dataDir, provider);
      held = { dataDir, provider, answer: accepting, desk, imports };
    },
    /** After each test. */
    close: async (): Promise<void> => {
      await held.desk.services.close();
      await held.provider.close();
      removeTemporaryDirs();
    },
    start,
    get,
    started: async (pace = PACE, requests = ROWS): Promise<string> => {
      const reply = await start(pace, requests);
      if (!reply.ok) throw new Error(reply.error.code);
      return reply.value.batchId;
    },
    rowsOf: async (batchId: string) => {
      const page = { batchId, outcomes: [], from: 0, count: 200 };
      const reply = await held.desk.client.call('batch.rows', page);
      return reply.ok ? reply.value.rows : [];
    },
    ordersAt: (): readonly unknown[] =>
      held.provider.posts().map(({ body }) => fieldsOf(body)['order_id']),
    restart: async (): Promise<void> => {
      await held.desk.services.close();
      held.desk = await opened(held.dataDir, held.provider);
    },
  };
}
