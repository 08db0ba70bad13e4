import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createDice } from '../src/core/log/sample/dice.ts';
import { sampleEvents } from '../tests/provider/samples/sampleEvents.ts';
import { seededMerchants } from '../tests/provider/samples/seededMerchants.ts';

/*
 * Writes src/core/log/store/dictionary.ts: what bodies of events have in common, for packing them (packing.ts). It is made from sample
 * requests, in which everything that belongs to one desk or one merchant is another one each time: else it would pack the sample
 * logs of the benchmarks better than the log of any desk. Needs Debian's `zstd`, whose trainer may give other bytes in another version.
 * A dictionary never changes once a log was released that was packed with it: a new one gets a number of its own in packing.ts.
 */

const BYTES = 16 * 1024;
const REQUESTS = 3000;
const SEED = 36;
const DAY_MS = 86_400_000;
const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu;
const HOST = /[a-z\d-]+(?=\.(?:provider|desk)\.example)/gu;
const NAME =
  /"(?:profileId|profileName|account|name|buyer|customer|order_id|external_id)":"[^"]*"/gu;
const HEX = /[\da-f]{64}/gu;

const folder = mkdtempSync(path.join(tmpdir(), 'dictionary-'));
try {
  const files = [...bodies()].map((body, at) => {
    const file = path.join(folder, String(at));
    writeFileSync(file, body);
    return file;
  });
  const list = path.join(folder, 'list');
  const made = path.join(folder, 'dictionary');
  writeFileSync(list, files.join('\n'));
  execFileSync('zstd', ['-q', '--train', '--filelist', list, `--maxdict=${BYTES}`, '-o', made]);
  const text = readFileSync(made).toString('base64');
  const target = new URL('../src/core/log/store/dictionary.ts', import.meta.url);
  writeFileSync(
    target,
    `/** Made by scripts/log-dictionary.ts. In base64. */\nexport const DICTIONARY =\n  '${text}';\n`,
  );
  console.log(`${files.length} bodies gave a dictionary of ${text.length} letters`);
} finally {
  rmSync(folder, { recursive: true });
}

function* bodies(): Generator<string> {
  const dice = createDice(SEED);
  const merchants = seededMerchants();
  const plan = { seed: SEED, rows: REQUESTS, merchants, firstSeq: 1 };
  const days = { fromMs: UNTIL_MS - 60 * DAY_MS, toMs: UNTIL_MS };
  for (const { event } of sampleEvents({ ...plan, ...days })) {
    const ids = new Map<string, string>();
    const another = (id: string): string => {
      ids.set(id, ids.get(id) ?? dice.uuid());
      return ids.get(id) ?? id;
    };
    const word = dice.uuid().replaceAll('-', '').slice(0, dice.between(4, 10));
    yield JSON.stringify(event.body)
      .replaceAll(UUID, another)
      .replaceAll(HEX, () => `${dice.uuid()}${dice.uuid()}`.replaceAll('-', ''))
      .replaceAll(HOST, word)
      .replaceAll(
        NAME,
        (pair) => `${pair.slice(0, pair.indexOf(':') + 2)}${word}${dice.digits(4)}"`,
      );
  }
}
