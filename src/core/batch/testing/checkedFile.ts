import { randomUUID } from 'node:crypto';

import type { ProfileId } from '#shared/domain/ids.ts';
import { DETECT_ALL, type ImportCheck } from '#shared/domain/importing.ts';

import { SANDBOX } from '../../testing/openedDesk.ts';
import type { Page } from '../../testing/peopleDesk.ts';
import { PACE } from './batchDesk.ts';

export type CheckedFile = { readonly importId: string; readonly check: ImportCheck };

/** Rows of a file of requests; without an order id where the plan is to make one. */
export function csvOf(orders: readonly string[], customer = 'cust'): string {
  const rows = orders.map(
    (order, at) => `1500.00,RUB,any_bank,${customer}-${order === '' ? at : order},${order}`,
  );
  return ['Amount,Currency,Payment type,Customer,Order ID', ...rows, ''].join('\n');
}

/** Brings a file to the desk and checks it, as the screen does; goes on in spite of what only waits for a decision. */
export async function checkFile(
  page: Page,
  csv: string,
  profileId: ProfileId = SANDBOX,
): Promise<CheckedFile> {
  const importId = randomUUID();
  const bytes = Buffer.from(csv);
  const source = { kind: 'file' as const, name: 'day.csv', bytes: bytes.length };
  await page.ask('import.begin', { importId, profileId, flow: 'create', source });
  await page.ask('import.add', { importId, base64: bytes.toString('base64') });
  const { mapping } = await page.ask('import.read', { importId, choices: DETECT_ALL });
  const check = await page.ask('import.check', { importId, mapping });
  return { importId, check: await acceptAll(page, importId, check) };
}

async function acceptAll(page: Page, importId: string, check: ImportCheck): Promise<ImportCheck> {
  const open = check.groups.find(({ force, isAccepted }) => force === 'confirm' && !isAccepted);
  if (open === undefined) return check;
  const accepted = { importId, group: open.key, accepted: true };
  return acceptAll(page, importId, await page.ask('import.accept', accepted));
}

/** Presses Issue for what the check has shown. */
export function issueFile(
  page: Page,
  { importId, check }: CheckedFile,
  batchId: string = randomUUID(),
) {
  const { ready: requests, digest } = check;
  return page.call('batch.start', { importId, batchId, requests, digest, pace: PACE });
}
