import { z } from 'zod';

import { launchStandIn } from '../../support/electronStandIn/launch.ts';
import { readLedger } from '../../support/ledger.ts';
import { untilTold, withDataDir } from '../waiting.ts';
import { type Findings, STAND_IN, judge } from './judge.ts';
import { reportsSchema } from './report.ts';
import { ROWS, type Row, namesIn, operationNamed } from './rows.ts';

const IMPORTS = ['countHandlers.ts', 'insideStandIn.ts', 'holdExit.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);
const AT_ONCE = 8;
const answeredSchema = z.object({ value: reportsSchema });

export async function onStandIn(findings: Findings, isPairwise: boolean): Promise<void> {
  await withDataDir(async (dataDir) => {
    const app = await launchStandIn({ dataDir, imports: IMPORTS });
    const ask = async (row: Row): Promise<void> => {
      const all = namesIn(row);
      for (let from = 0; from < all.length; from += AT_ONCE) {
        const names = all.slice(from, from + AT_ONCE);
        const asking = { channel: 'hostile:ask', input: { names, row, isPairwise } };
        const own = { frameUrl: 'app://desk/', isTopFrame: true };
        const asked = await app.callFrom({ ...asking, ...own });
        const answered = answeredSchema.safeParse(asked);
        if (!answered.success) throw new Error(`${names.join()}, ${row}: ${JSON.stringify(asked)}`);
        for (const [at, report] of answered.data.value.entries()) {
          const name = operationNamed(names[at]);
          judge(findings, { host: STAND_IN, name, row }, report);
        }
      }
    };
    try {
      for (const row of ROWS.filter((one) => one !== 'good' && one !== 'after close')) {
        await ask(row);
      }
      const { arrivals } = readLedger(dataDir);
      if (arrivals > 0) findings.failures.push(`${STAND_IN}: ${arrivals} requests at the provider`);
      await ask('good');
      app.child.kill('SIGTERM');
      await untilTold(app, 'closed');
      await ask('after close');
    } finally {
      app.child.kill('SIGKILL');
      await app.close();
    }
  });
}
