import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { afterAll, describe, expect, it, vi } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { isMuslProgram } from './muslProgram.ts';
import { nativeLibraryFile } from './nativeLibraryFile.ts';
import { openSqlite, whyNotLoaded } from './openSqlite.ts';

afterAll(removeTemporaryDirs);

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

  it('whose library cannot be loaded says what the system needs', () => {
    const said = "/lib/libc.so.6: version `GLIBC_2.34' not found\nRequire stack:";
    const words = whyNotLoaded('linux', new Error(said));
    expect(words).toContain('glibc 2.34');
    expect(words).toContain("version `GLIBC_2.34' not found");
    expect(words).not.toContain('Require stack');
    expect(whyNotLoaded('win32', new Error('x'))).toContain('Install Deposit Desk again');
  });
});

describe('the libc of a program', () => {
  /** As much of a program as names its loader, which a tool has moved far from the beginning. */
  function program(loader: string): string {
    const [tableAt, entryBytes, pathAt] = [64, 56, 9000];
    const bytes = Buffer.alloc(pathAt + loader.length + 1);
    bytes.write('\x7FELF\x02\x01', 'latin1');
    bytes.writeBigUInt64LE(BigInt(tableAt), 32);
    bytes.writeUInt16LE(entryBytes, 54);
    bytes.writeUInt16LE(2, 56);
    bytes.writeUInt32LE(1, tableAt);
    bytes.writeUInt32LE(3, tableAt + entryBytes);
    bytes.writeBigUInt64LE(BigInt(pathAt), tableAt + entryBytes + 8);
    bytes.writeBigUInt64LE(BigInt(loader.length + 1), tableAt + entryBytes + 32);
    bytes.write(loader, pathAt);
    const file = path.join(temporaryDir(), 'program');
    writeFileSync(file, bytes);
    return file;
  }

  it('is told by the loader that the program names', () => {
    expect(isMuslProgram(program('/lib/ld-musl-x86_64.so.1'))).toBe(true);
    expect(isMuslProgram(program('/lib64/ld-linux-x86-64.so.2'))).toBe(false);
  });

  it('is taken for glibc where the file is no program, or is not there', () => {
    const file = path.join(temporaryDir(), 'text');
    writeFileSync(file, 'not a program');
    expect(isMuslProgram(file)).toBe(false);
    expect(isMuslProgram(path.join(file, 'nothing'))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is what the report says of this program', () => {
    const { header }: { readonly header?: { readonly glibcVersionRuntime?: string } } =
      process.report.getReport();
    expect(isMuslProgram(process.execPath)).toBe(header?.glibcVersionRuntime === undefined);
  });
});
