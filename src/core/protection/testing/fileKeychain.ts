import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

import { ok } from '#shared/domain/result.ts';

import { writeJsonFile } from '../../files/jsonFile.ts';
import type { ProtectedDir } from '../protection.ts';

const itemsSchema = z.record(z.string(), z.string());

/** A keychain in a file, which outlives the process that was killed. */
export function fileKeychain(file: string): ProtectedDir['keychain'] {
  const items = (): Readonly<Record<string, string>> => {
    if (!existsSync(file)) return {};
    return itemsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
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
