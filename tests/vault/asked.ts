import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { z } from 'zod';

import { createJsonFiles } from '../../src/core/jsonFile.ts';
import { createRedactor } from '../../src/core/redact.ts';
import { createKeyringVault } from '../../src/core/vault/keyring.ts';
import { createKeytarVault } from '../../src/core/vault/keytar.ts';
import { createSecretPlaces } from '../../src/core/vault/secretPlaces.ts';
import { createSecrets } from '../../src/core/vault/secrets.ts';
import { profileSchema, secretSlotSchema } from '../../src/shared/domain/profile.ts';

/**
 * Asked in a process of its own: a keychain's library reads the environment once and holds on to what it found. The questions come
 * on standard input, the answers go out as one line of JSON.
 */
const questionSchema = z.object({
  adapter: z.enum(['keyring', 'keytar']),
  keytar: z.string().nullable(),
  timeoutMs: z.number(),
  dataDir: z.string(),
  profile: profileSchema,
  calls: z.array(z.array(z.string())),
});
const { adapter, keytar, timeoutMs, dataDir, profile, calls } = questionSchema.parse(
  JSON.parse(readFileSync(0, 'utf8')),
);

const keychains = {
  keyring: createKeyringVault(timeoutMs),
  keytar: createKeytarVault(
    keytar === null ? undefined : (): unknown => createRequire(import.meta.url)(keytar),
    timeoutMs,
  ),
};
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
    case 'name':
      return vault.name();
    case 'read':
      return vault.read(first);
    case 'write':
      return vault.write(first, second);
    case 'delete':
      return vault.delete(first);
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

const answers: unknown[] = [];
for (const call of calls) answers.push((await answer(call)) ?? null);
// A call that hangs inside a library would keep the process, even from ending itself in good order.
process.stdout.write(JSON.stringify(answers), () => process.kill(process.pid, 'SIGKILL'));
