import { join } from 'node:path';

import { ok } from '../../src/shared/domain/result.ts';
import { openDesk } from '../../src/core/desk/openDesk.ts';
import type { Imports } from '../../src/core/importing/imports.ts';
import type { Services, Vault } from '../../src/core/ports.ts';
import { fileKeychain } from '../../src/core/protection/testing/fileKeychain.ts';
import { LOG_WORKER } from '../../src/core/testing/log.ts';
import { type DeskOver, deskOver } from './deskOver.ts';

/** Plain data, so that it can be handed to a process of its own. */
export type WholeDeskOptions = {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly merchant: string;
  readonly secret: string;
  /** The key that stamps the log, as the operating system's keychain would keep it over restarts. */
  readonly anchorKey: string;
  /** Has the keys of a protected log over restarts. Left out: there is none. */
  readonly keychainFile?: string | undefined;
  /** Left out: as the desk does by itself. */
  readonly backupEveryMs?: number | undefined;
};

export type WholeDesk = DeskOver<Services>;

/** What both hosts open, from source and in this process, over a provider that runs elsewhere. */
export async function openWholeDesk(
  options: WholeDeskOptions,
  imports?: Imports,
): Promise<WholeDesk> {
  const { dataDir, baseUrl, merchant, secret, anchorKey, backupEveryMs } = options;
  const keychain = keychainOf(anchorKey, options.keychainFile);
  const opened = await openDesk({
    dataDir,
    host: { kind: 'loopback', live: false },
    appVersion: '0.0.0',
    systemLanguage: 'en',
    keychains: { keyring: keychain, keytar: keychain },
    resolveProxy: async () => 'DIRECT',
    clipboard: null,
    exportsDir: join(dataDir, 'exports'),
    ownOrigins: () => [],
    logWorkerUrl: LOG_WORKER,
    ...(backupEveryMs === undefined ? {} : { backupEveryMs }),
    ...(imports === undefined ? {} : { imports }),
    openSandbox: async () => ({
      baseUrl,
      merchant,
      secret,
      start: async () => undefined,
      setAccountUrl: () => undefined,
      arm: async () => undefined,
      statement: async () => '',
      close: async () => undefined,
    }),
  });
  if (!opened.ok) throw new Error(`${dataDir} is held: ${JSON.stringify(opened.error)}`);
  return deskOver(opened.value);
}

/** Every item is the anchor's key, but for the keys of a protected log. */
function keychainOf(anchorKey: string, file: string | undefined): Vault {
  const about = { store: 'keychain' as const, name: 'Test keychain' };
  const none: Vault = {
    ...about,
    read: async () => ok(anchorKey),
    write: async () => ok(undefined),
    delete: async () => ok(undefined),
  };
  if (file === undefined) return none;
  const kept = fileKeychain(file);
  const of = (account: string): typeof kept => (account.startsWith('log-key-') ? kept : none);
  return {
    ...about,
    read: (account) => of(account).read(account),
    write: (account, secret) => of(account).write(account, secret),
    delete: (account) => of(account).delete(account),
  };
}
