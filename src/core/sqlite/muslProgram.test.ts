import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { afterAll, describe, expect, it } from 'vitest';

import { isMuslProgram } from './muslProgram.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';

afterAll(removeTemporaryDirs);

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
