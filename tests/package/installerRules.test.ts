import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { builderConfig } from '../../scripts/package/config.ts';
import { elfNeeds } from '../../scripts/package/elfNeeds.ts';
import { installerProblems } from '../../scripts/package/installerRules.ts';
import { GLIBC_FLOOR, needProblems } from '../../scripts/package/linuxFloor.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PREBUILDS = path.join(ROOT, 'node_modules/better-sqlite3/prebuilds');

describe('an installed desk', () => {
  const right = builderConfig({});

  it('has what it needs to start', () => {
    expect(installerProblems(right)).toEqual([]);
  });

  it.each([
    ['an AppImage that loads libfuse2', { toolsets: { appimage: '0.0.0' as const } }],
    ['an AppImage of no chosen runtime', { toolsets: null }],
    ['cookie encryption', { electronFuses: { enableCookieEncryption: true } }],
    ['the name of the package instead of its own', { extraMetadata: {} }],
    [
      'a deb without one of electron-builder’s own packages',
      { deb: { depends: right.deb?.depends?.slice(1) ?? [] } },
    ],
    [
      'a deb that does not say which C library',
      { deb: { depends: right.deb?.depends?.filter((name) => !name.startsWith('libc6')) ?? [] } },
    ],
  ])('%s is refused', (_what, change) => {
    expect(installerProblems({ ...right, ...change })).toHaveLength(1);
  });
});

describe('the oldest libraries it runs with', () => {
  it.each(['linux-x64.node', 'linux-arm64.node'])('are those of the database: %s', (name) => {
    const needs = elfNeeds(readFileSync(path.join(PREBUILDS, name)));
    expect(needs).toContainEqual({ library: 'libc.so.6', version: `GLIBC_${GLIBC_FLOOR}` });
    expect(needs).toContainEqual({ library: 'libstdc++.so.6', version: 'GLIBCXX_3.4.29' });
    expect(needProblems(name, needs)).toEqual([]);
  });

  it.each([
    ['libc.so.6', 'GLIBC_2.35'],
    ['libm.so.6', 'GLIBC_2.100'],
    ['libstdc++.so.6', 'GLIBCXX_3.4.30'],
    ['libcurl.so.4', 'CURL_OPENSSL_4'],
    ['libssl.so.3', 'OPENSSL_3.0.0'],
  ])('a binary that needs %s at %s stops packaging', (library, version) => {
    expect(needProblems('a.node', [{ library, version }])).toHaveLength(1);
  });

  it.each(['GLIBC_2.4', 'GLIBC_2.2.5', 'GLIBCXX_3.4.9', 'CXXABI_1.3.13', 'GCC_3.0'])(
    '%s is old enough',
    (version) => {
      expect(needProblems('a.node', [{ library: 'libc.so.6', version }])).toEqual([]);
    },
  );

  it('are named by the README', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    expect(readme.includes(`glibc ${GLIBC_FLOOR} or newer`)).toBe(true);
  });
});

it('no path comes from the app’s name, which installers set', () => {
  const folder = path.join(ROOT, 'src/main');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  expect(sources).toMatch(/\bapp\.setPath\('userData', /u);
  expect(sources).not.toMatch(
    /\bapp\.(?:getName\b|name\b|getPath\('(?:appData|logs|userCache|cache)'\))/u,
  );
});
