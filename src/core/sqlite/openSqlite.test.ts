import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { describe, expect, it, vi } from 'vitest';

import { cannotStartMessage } from '../desk/cannotStart.ts';
import { nativeLibraryFile, openSqlite, whyNotLoaded } from './openSqlite.ts';

const PACKAGE_DIR = path.dirname(
  createRequire(import.meta.url).resolve('better-sqlite3/package.json'),
);

describe('a database', () => {
  it('is opened without asking for a report, which ends Electron', () => {
    const asked = vi.spyOn(process.report, 'getReport');
    const db = openSqlite(':memory:');
    expect(db.prepare('SELECT 1').pluck().get()).toBe(1);
    db.close();
    expect(asked).not.toHaveBeenCalled();
  });

  it('has a library for each system, in the package as it is', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const arch of ['x64', 'arm64']) {
        const file = nativeLibraryFile({ packageDir: PACKAGE_DIR, platform, arch, isMusl: false });
        expect([file, existsSync(file)]).toEqual([file, true]);
      }
    }
    const musl = { packageDir: PACKAGE_DIR, platform: 'linux', arch: 'x64', isMusl: true } as const;
    expect(existsSync(nativeLibraryFile(musl))).toBe(true);
  });

  it('finds its library beside the archive of a packed app', () => {
    const packageDir = '/opt/Desk/resources/app.asar/node_modules/better-sqlite3';
    const linux = { packageDir, platform: 'linux', arch: 'x64', isMusl: false } as const;
    expect(nativeLibraryFile(linux)).toBe(
      '/opt/Desk/resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    );
    const windows = { ...linux, packageDir: packageDir.replaceAll('/', '\\') };
    expect(nativeLibraryFile(windows)).toContain('\\app.asar.unpacked\\');
  });

  it('whose library cannot be loaded keeps the desk from starting, with a sentence', () => {
    // Loaded once, a library is not loaded again.
    const { cache } = createRequire(import.meta.url);
    for (const file of Object.keys(cache)) if (file.endsWith('.node')) delete cache[file];
    vi.spyOn(process, 'dlopen').mockImplementationOnce(() => {
      const words = "libc.so.6: version `GLIBC_2.34' not found";
      throw Object.assign(new Error(words), { code: 'ERR_DLOPEN_FAILED' });
    });
    let error: unknown = null;
    try {
      openSqlite(':memory:');
    } catch (thrown) {
      error = thrown;
    }
    expect(cannotStartMessage('/data', error)).toMatch(
      /^Deposit Desk cannot start: the library of its database could not be loaded\. .*GLIBC_2\.34/u,
    );
  });

  it('whose library cannot be loaded says what the system needs', () => {
    const said = "/lib/libc.so.6: version `GLIBC_2.34' not found\nRequire stack:";
    const words = whyNotLoaded('linux', new Error(said));
    expect(words).toContain('glibc 2.34');
    expect(words).toContain("version `GLIBC_2.34' not found");
    expect(words).not.toContain('Require stack');
    expect(whyNotLoaded('win32', new Error('x'))).toContain('Install Deposit Desk again');
  });
});
