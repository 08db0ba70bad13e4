import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { readLedger } from '../../support/ledger.ts';
import { until, untilTold, withDataDir } from '../waiting.ts';
import { type Findings, judge } from './judge.ts';
import { type Answered, openLoopbackCaller } from './loopbackCaller.ts';
import { type RowReport, codeOf } from './report.ts';
import { type Row, isJson, isOfWrongInputs, namesIn, shareOf, triesOf } from './rows.ts';
import { WRONG_KINDS } from './wrong.ts';
import type { OperationName } from '../../../src/shared/contract/operations.ts';

const HOST = 'loopback host';
const IMPORTS = ['countHandlers.ts', 'holdExit.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);
/** Good, quickly answered, and never the operation that is tried: heard of once, it could be either. */
const markAfter = (name: OperationName): OperationName =>
  name === 'recovery.report' ? 'settings.get' : 'recovery.report';
/** Whatever is too long is refused by its length alone: a few of each operation say as much as all, and megabytes less. */
const MOST_OVERSIZE = 3;
/** Each on a line of its own: one at a time, both sides mostly wait. */
const AT_ONCE = 8;

/** Who asks is the loopback matrix's business; here it is what is asked. */
export async function onLoopback(findings: Findings, isPairwise: boolean): Promise<void> {
  await withDataDir(async (dataDir) => {
    const host = await startLoopbackProcess({ dataDir, imports: IMPORTS });
    const caller = await openLoopbackCaller(host);
    const ran = (): readonly string[] =>
      host.journal().flatMap(({ kind, value }) => (kind === 'handlerRan' ? [String(value)] : []));
    const reportOf = async (name: OperationName, row: Row): Promise<RowReport> => {
      const before = ran().length;
      const codes: Record<string, number> = {};
      const texts = bodiesOf(name, row, isPairwise);
      const queue = texts.values();
      const worker = async (): Promise<void> => {
        for (const body of queue) {
          const code = saidBy(await caller.call(name, body));
          codes[code] = (codes[code] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      if (row === 'after close') return { tried: texts.length, ran: ran().slice(before), codes };
      // Told in order: when the last one is heard of, so are all before it.
      const mark = markAfter(name);
      await caller.call(mark, '{}');
      await until('the mark is heard of', () => ran().length > before && ran().at(-1) === mark);
      return { tried: texts.length, ran: ran().slice(before, -1), codes };
    };
    const ask = async (row: Row): Promise<void> => {
      for (const name of namesIn(row)) {
        judge(findings, { host: HOST, name, row }, await reportOf(name, row));
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

function bodiesOf(name: OperationName, row: Row, isPairwise: boolean): readonly string[] {
  const all = [...triesOf(name, row)];
  const own = isPairwise && isOfWrongInputs(row) ? shareOf(all, 'loopback') : all;
  const most = row === 'oversize' ? MOST_OVERSIZE : own.length;
  const bodies: string[] = [];
  for (const { input } of own) {
    if (bodies.length === most) break;
    if (isJson(input)) bodies.push(JSON.stringify(input));
  }
  return bodies;
}
