import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import { createJsonFiles } from '../../src/core/files/jsonFile.ts';
import { createRedactor } from '../../src/core/journal/redact.ts';
import { forkHelper } from '../../src/core/vault/helper/forkHelper.ts';
import { threadHelper } from '../../src/core/vault/helper/threadHelper.ts';
import { openKeychains } from '../../src/core/vault/keychains.ts';
import { createSecretPlaces } from '../../src/core/vault/secretPlaces.ts';
import { createSecrets } from '../../src/core/vault/secrets.ts';
import { profileSchema, secretSlotSchema } from '../../src/shared/domain/profile.ts';

/**
 * Asked in a process of its own, which ends by itself in good order, whatever the keychain does. The questions come on standard
 * input, the answers go out as one line of JSON.
 */
const questionSchema = z.object({
  adapter: z.enum(['keyring', 'keytar']),
  helper: z.enum(['child', 'thread']),
  /** The helper's file. */
  program: z.string(),
  timeoutMs: z.number(),
  dataDir: z.string(),
  profile: profileSchema,
  calls: z.array(z.array(z.string())),
});
const { adapter, helper, program, timeoutMs, dataDir, profile, calls } = questionSchema.parse(
  JSON.parse(readFileSync(0, 'utf8')),
);

const file = pathToFileURL(program);
const { keychains, hurry, close } = openKeychains(
  helper === 'child' ? forkHelper(file, process.env) : threadHelper(file),
  timeoutMs,
);
const vault = keychains[adapter];
const secrets = createSecrets({
  keychains,
  library: () => adapter,
  places: createSecretPlaces(
    dataDir,
    createJsonFiles(new Date(), () => undefined),
  ),
  redactor: createRedactor(),
  clock: { now: () => new Date() },
});
const signing = secretSlotSchema.parse({ kind: 'signing' });

async function answer([name, first = '', second = '']: readonly string[]): Promise<unknown> {
  switch (name) {
    case 'read':
      return vault.read(first);
    case 'write':
      return vault.write(first, second);
    case 'delete':
      return vault.delete(first);
    case 'stall':
      return stallOf(() => vault.read(first));
    case 'readThrice':
      return Promise.all([vault.read(first), vault.read(first), vault.read(first)]);
    case 'readAgain':
      return readAgain(first);
    case 'signal':
      return process.kill(Number(first), second);
    case 'enter':
      return secrets.write(profile, signing, first, 'stored');
    case 'enterForRun':
      return secrets.write(profile, signing, first, 'run');
    case 'states':
      return secrets.states(profile);
    case 'signing': {
      const read = await secrets.read(profile);
      return read.ok ? (read.value?.signing ?? null) : read;
    }
    case 'takeBack':
      return secrets.takeBack(profile, signing);
    case 'proven':
      return secrets.proven(profile, { signing: first, headers: new Map() });
    case 'forget':
      return secrets.delete(profile, signing);
    default:
      throw new Error(`no call ${String(name)}`);
  }
}

/** Until it answers: with little patience even a start may take too long. */
async function readAgain(account: string): Promise<unknown> {
  for (let left = 100; left > 0; left -= 1) {
    const read = await vault.read(account);
    if (read.ok || read.error !== 'timed_out') return read;
    // At once where as many threads hang as may.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'it never answered';
}

/** The longest time, in milliseconds, for which this process could do nothing else. */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let lastMs = performance.now();
  const look = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(look, 5);
  await work();
  look();
  clearInterval(timer);
  return longestMs;
}

const answers: unknown[] = [];
for (const call of calls) answers.push((await answer(call)) ?? null);
hurry();
await close();
process.stdout.write(JSON.stringify(answers));
