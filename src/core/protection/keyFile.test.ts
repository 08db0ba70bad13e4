import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { afterAll, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { codeText, readCode } from '../vault/typedCode.ts';
import {
  boxedByCode,
  boxedByKey,
  freshKey,
  keyFileOf,
  openByCode,
  openByKey,
  readKeyFile,
  removeKeyFile,
  writeKeyFile,
} from './keyFile.ts';
import { newKey, typedBackFault } from './protection.ts';
import { BrokenSealError, seal, unseal } from './sealing.ts';

afterAll(removeTemporaryDirs);

it('opens every key by one code, and has no secret in it', () => {
  const dataDir = temporaryDir();
  const [newest, older] = [freshKey(), freshKey()];
  const code = randomBytes(16);
  expect(readKeyFile(dataDir)).toBeNull();
  writeKeyFile(dataDir, {
    version: 1,
    current: newest.id,
    isSwitching: false,
    byCode: boxedByCode(newest, code),
    byKey: [boxedByKey(older, newest)],
  });
  const file = readKeyFile(dataDir);
  if (file === null) throw new Error('it is not there');
  expect(openByCode(file, randomBytes(16))).toBeNull();
  expect(openByCode(file, code)).toStrictEqual(newest);
  expect(openByKey(file, newest)).toStrictEqual([older]);
  for (const { secret } of [newest, older]) expect(JSON.stringify(file)).not.toContain(secret);
  removeKeyFile(dataDir);
  expect(readKeyFile(dataDir)).toBeNull();
});

it('does not take a damaged file for none', () => {
  const dataDir = temporaryDir();
  writeFileSync(keyFileOf(dataDir), '{"version":1');
  expect(() => readKeyFile(dataDir)).toThrow(/log\.key is damaged/u);
});

it('finds one changed byte in what was sealed', () => {
  const key = freshKey();
  const sealed = seal(key, Buffer.from('a customer'));
  expect(unseal(key, sealed).toString()).toBe('a customer');
  for (const at of [0, 20, 30, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
    expect(() => unseal(key, changed)).toThrow(BrokenSealError);
  }
  expect(() => unseal(key, sealed.subarray(0, 40))).toThrow(BrokenSealError);
});

it('tells a mistyped code from the code of another log', () => {
  const fresh = newKey();
  const typed = fresh.code.toLowerCase().replaceAll('-', ' ');
  expect(typedBackFault(fresh, typed)).toBeNull();
  expect(typedBackFault(fresh, newKey().code)).toBe('another_code');
  expect(typedBackFault(fresh, '')).toBe('mistyped');
  expect(typedBackFault(fresh, fresh.code.slice(0, -1))).toBe('mistyped');
  const bytes = randomBytes(16);
  expect(Buffer.from(readCode(codeText(bytes)) ?? [])).toStrictEqual(bytes);
});
