import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { intentIdSchema, profileIdSchema } from '../../../src/shared/domain/ids.ts';
import { DETECT_ALL } from '../../../src/shared/domain/importing.ts';
import type { Scenario } from '../../../src/shared/domain/scenario.ts';
import { NO_STATEMENT_FILTER } from '../../../src/shared/domain/statementComparison.ts';
import { createInput } from '../../support/builders.ts';
import type { RunningHost } from './hosts.ts';
import { settledRequest, valueOf } from './outcomes.ts';

const SANDBOX = profileIdSchema.parse('sandbox');
const DAY_MS = 86_400_000;

/** What a newcomer tries in two minutes: the embedded provider's own list settles an unknown. */
export function testStatements(running: () => RunningHost): void {
  async function issued(scenario: Scenario) {
    const { client } = running();
    const input = createInput();
    const intentId = intentIdSchema.parse(input.intentId);
    const orderId = input.fields.order_id;
    valueOf(await client.call('sandbox.arm', { orderId, scenario }));
    valueOf(await client.call('issue.create', { ...input, intentId, profileId: SANDBOX }));
    await settledRequest(client, intentId);
    return { intentId, orderId };
  }
  /** Up to the record of it. */
  async function recorded(text: string): Promise<string> {
    const { client } = running();
    const bytes = Buffer.byteLength(text);
    const base64 = Buffer.from(text).toString('base64');
    const [importId, statementId] = [randomUUID(), randomUUID()];
    const source = { kind: 'file' as const, name: 'sandbox-statement.csv', bytes };
    const begun = { importId, profileId: SANDBOX, flow: null, source };
    valueOf(await client.call('import.begin', begun));
    valueOf(await client.call('import.add', { importId, base64 }));
    const read = await client.call('statement.read', { importId, choices: DETECT_ALL });
    const { mapping } = valueOf(read);
    const timeZone = 'UTC';
    const checked = await client.call('statement.check', { importId, mapping, timeZone });
    const { digest } = valueOf(checked);
    const now = Date.now();
    const stated = {
      lists: 'all' as const,
      from: new Date(now - DAY_MS).toISOString(),
      to: new Date(now).toISOString(),
      madeAt: new Date(now).toISOString(),
      timeZone,
      marginMin: 30,
    };
    const record = { importId, statementId, digest, stated, again: false };
    valueOf(await client.call('statement.record', record));
    valueOf(await client.call('import.close', { importId }));
    return statementId;
  }

  test("the sandbox's own statement settles an unknown, and shows what differs", async () => {
    const { client } = running();
    const unknown = await issued('lost_answer');
    const last = await issued('plain');
    const { base64 } = valueOf(await client.call('sandbox.statement', {}));
    const statementId = await recorded(withOthers(Buffer.from(base64, 'base64').toString()));
    const rowsOf = async (text: string) => {
      const filter = { ...NO_STATEMENT_FILTER, text };
      const page = { statementId, filter, from: 0, count: 20 };
      return valueOf(await client.call('statement.rows', page)).items;
    };
    expect(await rowsOf(last.orderId)).toMatchObject([{ class: 'twice_there' }]);
    expect(await rowsOf('only-there')).toMatchObject([{ class: 'only_there' }]);
    expect(await rowsOf(unknown.orderId)).toMatchObject([{ class: 'matched', settle: 'found' }]);
    const preview = await client.call('statement.previewSettle', { statementId });
    const { previewId, items } = valueOf(preview);
    expect(items.map(({ intentId }) => intentId)).toContain(unknown.intentId);
    const order = { statementId, previewId, kinds: ['found' as const], note: '' };
    const settled = valueOf(await client.call('statement.settle', order));
    expect(settled).toMatchObject({ skipped: [] });
    const { intentId } = unknown;
    const { request } = valueOf(await client.call('log.history', { intentId }));
    expect(request).toMatchObject({ resolution: { kind: 'found', statement: { statementId } } });
  });
}

/** The last row once more, and one of a request that no desk has issued. */
function withOthers(text: string): string {
  const last = text.split('\r\n').at(-2) ?? '';
  const [, , ...rest] = last.split(',');
  const id = '00000000-0000-4000-8000-0000000000aa';
  const stranger = [id, 'ONLY-THERE', ...rest.slice(0, -1), 'somebody-else'];
  return `${text}${last}\r\n${stranger.join(',')}\r\n`;
}
