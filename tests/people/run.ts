import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startTestKeychain } from '../contract/support/secretService.ts';
import { HOSTS, type HostName, type HostOptions, type RunningHost } from './hosts.ts';
import { runProtection } from './protection.ts';
import { type Findings, runStory } from './story.ts';

/** `npm run test:people`: what a script, a colleague or a killed process could try against people, PINs and roles, on both hosts. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function onHost(name: HostName, findings: Findings): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'people-'));
  const started: RunningHost[] = [];
  const [keychain, other] = [await startTestKeychain(), await startTestKeychain()];
  try {
    if (!keychain.available) throw new Error('There is no keychain to keep a pepper in.');
    const storyIn = (dataDir: string) => ({
      name,
      dataDir,
      findings,
      env: keychain.env,
      otherKeychain: other.env,
      async start(more: Partial<HostOptions> = {}) {
        const host = await HOSTS[name]({ dataDir, env: keychain.env, ...more });
        started.push(host);
        return host;
      },
    });
    await runStory(storyIn(path.join(dir, 'data')));
    await runProtection(storyIn(path.join(dir, 'protected')));
  } finally {
    await Promise.all(started.map((host) => host.kill()));
    await Promise.all([keychain.close(), other.close()]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** For `scripts/test.ts`, which sums cases up as it does tests. */
function writeCounts({ cases, letThrough, lost }: Findings): void {
  const file = process.env['DESK_COUNTS_FILE'];
  if (file === undefined) return;
  const failures = [...letThrough, ...lost].map((error) => ({
    at: 'tests/people',
    name: 'held',
    error,
  }));
  const failed = failures.length;
  const counts = { suite: 'people', passed: cases - failed, failed, skipped: [], failures };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([counts]));
}

const findings: Findings = { cases: 0, letThrough: [], lost: [] };
const names: readonly HostName[] = ['loopback host', 'Electron host (stand-in)'];
await Promise.all(names.map((name) => onHost(name, findings)));
for (const found of [...findings.letThrough, ...findings.lost]) say(found);
writeCounts(findings);
const { cases, letThrough, lost } = findings;
process.exitCode = letThrough.length + lost.length === 0 ? 0 : 1;
say(`people: ${cases} cases, ${letThrough.length} let through, ${lost.length} lost`);
