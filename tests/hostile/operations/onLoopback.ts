import { OPERATION_NAMES, type OperationName } from '../../../src/shared/contract/names.ts';
import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { readLedger } from '../../support/ledger.ts';
import { until, untilTold, withDataDir } from '../waiting.ts';
import { type Findings, judge } from './judge.ts';
import { type Answered, openLoopbackCaller } from './loopbackCaller.ts';
import { type RowReport, codeOf } from './report.ts';
import { type Row, triesOf } from './rows.ts';
import { WRONG_KINDS } from './wrong.ts';

const HOST = 'loopback host';
const IMPORTS = ['countHandlers.ts', 'holdExit.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);
/** Good, and quickly answered. */
const MARK = 'recovery.report';
/** Whatever is too long is refused by its length alone: a few of each operation say as much as all, and megabytes less. */
const MOST_OVERSIZE = 3;

/** Who asks is the loopback matrix's business; here it is what is asked. */
export async function onLoopback(findings: Findings): Promise<void> {
  await withDataDir(async (dataDir) => {
    const host = await startLoopbackProcess({ dataDir, imports: IMPORTS });
    const caller = await openLoopbackCaller(host);
    const ran = (): readonly string[] =>
      host.journal().flatMap(({ kind, value }) => (kind === 'handlerRan' ? [String(value)] : []));
    const reportOf = async (name: OperationName, row: Row): Promise<RowReport> => {
      const before = ran().length;
      const codes: Record<string, number> = {};
      const texts = bodiesOf(name, row);
      for (const body of texts) {
        const code = saidBy(await caller.call(name, body));
        codes[code] = (codes[code] ?? 0) + 1;
      }
      if (row === 'after close') return { tried: texts.length, ran: ran().slice(before), codes };
      // Told in order: when the last one is heard of, so are all before it.
      await caller.call(MARK, '{}');
      await until('the mark is heard of', () => ran().length > before && ran().at(-1) === MARK);
      return { tried: texts.length, ran: ran().slice(before, -1), codes };
    };
    const ask = async (row: Row): Promise<void> => {
      for (const name of OPERATION_NAMES) {
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

function bodiesOf(name: OperationName, row: Row): readonly string[] {
  const bodies: string[] = [];
  for (const { input } of triesOf(name, row)) {
    if (row === 'oversize' && bodies.length >= MOST_OVERSIZE) break;
    if (isJson(input)) bodies.push(JSON.stringify(input));
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
