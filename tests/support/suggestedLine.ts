import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { DETECT_ALL } from '#shared/domain/importing.ts';
import type { OperationName } from '#shared/contract/operations.ts';

import { createInput } from './builders.ts';

type Call = (name: OperationName, input: unknown) => Promise<unknown>;

const readSchema = z.object({ value: z.object({ mapping: z.unknown() }) });
const checkSchema = z.object({ value: z.looseObject({ digest: z.string() }) });
const HOUR_MS = 3_600_000;

/** A statement whose only row is suggested for a request that was issued just now; returns the address of its line. */
export async function recordSuggestedLine(call: Call): Promise<string> {
  const input = createInput();
  await call('issue.create', input);
  const [importId, statementId] = [randomUUID(), randomUUID()];
  const { order_id: order } = input.fields;
  const file = `Order ID,Amount,Currency\n" ${order} ",1500.00,RUB\n`;
  const source = { kind: 'file', name: 'provider.csv', bytes: file.length };
  await call('import.begin', { importId, profileId: 'sandbox', flow: null, source });
  await call('import.add', { importId, base64: btoa(file) });
  const { value } = readSchema.parse(
    await call('statement.read', { importId, choices: DETECT_ALL }),
  );
  const check = { importId, mapping: value.mapping, timeZone: 'UTC' };
  const { digest } = checkSchema.parse(await call('statement.check', check)).value;
  const at = (shiftMs: number): string => new Date(Date.now() + shiftMs).toISOString();
  const period = { from: at(-HOUR_MS), to: at(HOUR_MS), madeAt: at(0) };
  const stated = { lists: 'all', ...period, timeZone: 'UTC', marginMin: 30 };
  await call('statement.record', { importId, statementId, digest, stated, again: false });
  await call('import.close', { importId });
  return `#/log/statements/${statementId}/row-2`;
}
