import { OPERATION_NAMES, type OperationName } from '../../../src/shared/contract/names.ts';
import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { readLedger } from '../../support/ledger.ts';
import { untilTold, withDataDir } from '../waiting.ts';
import { type Findings, judge } from './judge.ts';
import { type Answered, openLoopbackCaller } from './loopbackCaller.ts';
import { type RowReport, codeOf } from './report.ts';
import { type Row, triesOf } from './rows.ts';
import { WRONG_KINDS } from './wrong.ts';

const HOST = 'loopback host';
const IMPORTS = ['countHandlers.ts', 'holdExit.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);
/** Whatever is too long is refused by its length alone: a few of each operation say as much as all, and megabytes less. */
const MOST_OVERSIZE = 3;

/** Who asks is the loopback matrix's business; here it is what is asked. */
export async function onLoopback(findings: Findings): Promise<void> {
  await withDataDir(async (dataDir) => {
    const host = await startLoopbackProcess({ dataDir, imports: IMPORTS });
    const caller = await openLoopbackCaller(host);
    const ran = (): number => host.journal().filter(({ kind }) => kind === 'handlerRan').length;
    const reportOf = async (name: OperationName, row: Row): Promise<RowReport> => {
      const texts = bodiesOf(name, row);
      const report = { tried: 0, ran: [] as string[], codes: {} as Record<string, number> };
      for (const { what, body } of texts) {
        const before = ran();
        const code = saidBy(await caller.call(name, body));
        report.tried += 1;
        report.codes[code] = (report.codes[code] ?? 0) + 1;
        if (ran() !== before) report.ran.push(what);
      }
      return report;
    };
    const ask = async (row: Row): Promise<void> => {
      for (const name of OPERATION_NAMES) {
        judge(findings, `${HOST}, ${name}, ${row}`, row, await reportOf(name, row));
      }
    };
    try {
      for (const row of WRONG_KINDS) await ask(row);
      const { arrivals } = readLedger(dataDir);
      if (arrivals > 0) findings.failures.push(`${HOST}: ${arrivals} requests at the provider`);
      await ask('good');
      host.child.kill('SIGTERM');
      await untilTold(host, 'closed');
      await ask('after close');
    } finally {
      caller.close();
      host.child.kill('SIGKILL');
      await host.stop();
    }
  });
}

function saidBy(answered: Answered | null): string {
  if (answered === null) return 'nobody answered';
  const code = codeOf(answered.body);
  return answered.status === 200 ? code : `${answered.status} ${code}`;
}

type Body = { readonly what: string; readonly body: string };

function bodiesOf(name: OperationName, row: Row): readonly Body[] {
  const bodies: Body[] = [];
  for (const { what, input } of triesOf(name, row)) {
    if (row === 'oversize' && bodies.length >= MOST_OVERSIZE) break;
    if (isJson(input)) bodies.push({ what, body: JSON.stringify(input) });
  }
  return bodies;
}

/** Deeper than any input. */
const DEEPEST = 32;

/** What JSON cannot say would arrive as something else, and right perhaps. */
function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || depth > DEEPEST) return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every((part) => isJson(part, depth + 1));
}
