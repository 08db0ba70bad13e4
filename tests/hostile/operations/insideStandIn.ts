import { BrowserWindow, ipcMain } from '../../support/electronStandIn/electron.ts';
import { handlersRunBy } from './countHandlers.ts';
import { type RowReport, askedSchema, codeOf } from './report.ts';
import { type Row, isOfWrongInputs, operationNamed, shareOf, triesOf } from './rows.ts';
import { OPERATION_CHANNEL_PREFIX } from '../../../src/shared/contract/bridge.ts';
import type { OperationName } from '../../../src/shared/contract/operations.ts';

/**
 * Loaded into the stand-in's process, beside the built main bundle: sends the messages to main itself, because a structured clone
 * carries more than a test's own channel, and thousands of them.
 */
ipcMain.handle('hostile:ask', async (_event, asked: unknown): Promise<readonly RowReport[]> => {
  const { names, row, isPairwise } = askedSchema.parse(asked);
  const reports: RowReport[] = [];
  for (const name of names) reports.push(await tryAll(operationNamed(name), row, isPairwise));
  return reports;
});

async function tryAll(name: OperationName, row: Row, isPairwise: boolean): Promise<RowReport> {
  const sender = BrowserWindow.getAllWindows()[0]?.webContents ?? {};
  const report = { tried: 0, ran: [] as string[], codes: {} as Record<string, number> };
  const all = [...triesOf(name, row)];
  const own = isPairwise && isOfWrongInputs(row) ? shareOf(all, 'stand-in') : all;
  for (const { what, frame, input } of own) {
    const event = { senderFrame: frame, sender };
    const channel = `${OPERATION_CHANNEL_PREFIX}${name}`;
    const { ran, answer } = await handlersRunBy(() => ipcMain.call(channel, event, [input]));
    const code = codeOf(answer);
    report.tried += 1;
    report.codes[code] = (report.codes[code] ?? 0) + 1;
    if (ran.length > 0) report.ran.push(`${what}: ${ran.join(', ')}`);
  }
  return report;
}
