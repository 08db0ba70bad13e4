import { existsSync, readFileSync } from 'node:fs';

import { ok } from '#shared/domain/result.ts';

import { writeJsonFile } from '../../files/jsonFile.ts';
import type { ProtectedDir } from '../protection.ts';

/** A keychain in a file, which outlives the process that was killed. */
export function fileKeychain(file: string): ProtectedDir['keychain'] {
  const items = (): Readonly<Record<string, string>> => {
    if (!existsSync(file)) return {};
    const stored: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
    return stored;
  };
  return {
    read: async (account) => ok(items()[account] ?? null),
    async write(account, secret) {
      writeJsonFile(file, { ...items(), [account]: secret });
      return ok(undefined);
    },
    async delete(account) {
      const { [account]: _, ...others } = items();
      writeJsonFile(file, others);
      return ok(undefined);
    },
  };
}
