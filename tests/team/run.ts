import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { findPostgres } from '../support/postgres.ts';
import { approvalCases } from './approvalCases.ts';
import { attackCases } from './attackCases.ts';
import { boundsCases } from './boundsCases.ts';
import { chainCases } from './chainCases.ts';
import { claimCases } from './claimCases.ts';
import { commandCases } from './commandCases.ts';
import { demoCases } from './demoCases.ts';
import { deskCases } from './deskCases.ts';
import { forkCases } from './forkCases.ts';
import { issuingCases } from './issuingCases.ts';
import { killCases } from './killCases.ts';
import { lossCases } from './lossCases.ts';
import { partHolderCases } from './partHolderCases.ts';
import { putBackCases } from './putBackCases.ts';
import { replicationCases } from './replicationCases.ts';
import { serverCases } from './serverCases.ts';
import { type Findings, type Team, startTeam } from './setUp.ts';
import { sharingCases } from './sharingCases.ts';
import { signedCases } from './signedCases.ts';
import { tailCases } from './tailCases.ts';
import { tailDeskCases } from './tailDeskCases.ts';
import { tlsCases } from './tlsCases.ts';

/** `npm run test:team`: the team's server and its protocol, against PostgreSQL as the system has it, by real TLS. */

const ON_ONE_SERVER: readonly ((team: Team) => Promise<void>)[] = [
  chainCases,
  claimCases,
  attackCases,
  boundsCases,
  forkCases,
  tailCases,
  tlsCases,
  sharingCases,
  signedCases,
  commandCases,
  demoCases,
];

/** They kill it. `kills`: how often, in `killCases`. */
const ON_OWN_SERVERS: readonly ((
  bin: string,
  findings: Findings,
  kills: number,
) => Promise<void>)[] = [
  serverCases,
  partHolderCases,
  replicationCases,
  issuingCases,
  approvalCases,
  deskCases,
  lossCases,
  tailDeskCases,
  putBackCases,
  killCases,
];
/** `--kills 100` is the whole figure; this many are enough for each landing. */
const DEFAULT_KILLS = '10';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** For `scripts/test.ts`, which sums cases up as it does tests. */
function writeCounts(passed: number, failures: readonly string[], notRun: string | null): void {
  const file = process.env['DESK_COUNTS_FILE'];
  if (file === undefined) return;
  const counts = {
    suite: 'team',
    passed,
    failed: failures.length,
    skipped: notRun === null ? [] : [{ name: 'every case', reason: notRun }],
    failures: failures.map((error) => ({ at: 'tests/team', name: 'held', error })),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([counts]));
}

async function runAll(bin: string, only: string | undefined, kills: number): Promise<Findings> {
  const findings: Findings = { cases: 0, lost: [], doubled: [], misclassified: [] };
  const isChosen = (name: string): boolean => only === undefined || name.startsWith(only);
  const chosen = ON_ONE_SERVER.filter(({ name }) => isChosen(name));
  if (chosen.length > 0) {
    const team = await startTeam(bin, findings);
    try {
      for (const cases of chosen) {
        const began = performance.now();
        await cases(team);
        say(`${cases.name} ${Math.round(performance.now() - began)} ms`);
      }
    } finally {
      await team.close();
    }
  }
  for (const cases of ON_OWN_SERVERS.filter(({ name }) => isChosen(name))) {
    await cases(bin, findings, kills);
  }
  return findings;
}

const bin = findPostgres();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: DEFAULT_KILLS } },
});
if (bin === null) {
  const reason =
    'there is no PostgreSQL 15 or newer on this machine (npm run provision installs it on Debian as root)';
  writeCounts(0, [], reason);
  say(`team: not run: ${reason}`);
} else {
  const { cases, lost, doubled, misclassified } = await runAll(
    bin,
    positionals[0],
    Number(values.kills),
  );
  const failures = [...lost, ...doubled, ...misclassified];
  for (const failure of failures) say(failure);
  writeCounts(cases - failures.length, failures, null);
  process.exitCode = failures.length === 0 ? 0 : 1;
  say(
    `team: ${cases} cases, ${lost.length} lost, ${doubled.length} doubled, ${misclassified.length} misclassified`,
  );
}
