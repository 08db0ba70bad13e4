import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { explainedFindings, readPoints } from '../../scripts/package/securityDoc.ts';
import { testTitles } from './testTitles.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOC = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');

/** Headings of Electron's guide "Security", with their numbers. */
const CHECKLIST = [
  'Only load secure content',
  'Do not enable Node.js integration for remote content',
  'Enable Context Isolation',
  'Enable process sandboxing',
  'Handle session permission requests from remote content',
  'Do not disable `webSecurity`',
  'Define a Content Security Policy',
  'Do not enable `allowRunningInsecureContent`',
  'Do not enable experimental features',
  'Do not use `enableBlinkFeatures`',
  'Do not use `allowpopups` for WebViews',
  'Verify WebView options before creation',
  'Disable or limit navigation',
  'Disable or limit creation of new windows',
  'Do not use `shell.openExternal` with untrusted content',
  'Use a current version of Electron',
  'Validate the `sender` of all IPC messages',
  'Avoid usage of the `file://` protocol and prefer usage of custom protocols',
  'Check which fuses you can change',
  'Do not expose Electron APIs to untrusted web content',
];

/** What of a document does not hold. */
function problemsOf(doc: string): readonly string[] {
  const points = readPoints(doc);
  const missing = CHECKLIST.flatMap((name, index) =>
    points.some((point) => point.number === index + 1 && point.name === name) ? [] : [name],
  );
  const unheld = points
    .filter(({ tests, reason }) => tests.length === 0 && reason === '')
    .map(({ number }) => `${number}: neither a test nor a reason`);
  const gone = points.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, title }) => !hasTest(file, title))
      .map(({ file, title }) => `${number}: ${file} has no "${title}"`),
  );
  return [...missing, ...unheld, ...gone];
}

function hasTest(file: string, title: string): boolean {
  const place = path.join(ROOT, file);
  if (!/(?:\.(?:test|spec)\.tsx?|^tests\/hostile\/\w+\/part\.ts)$/u.test(file)) return false;
  return existsSync(place) && testTitles(file, readFileSync(place, 'utf8')).has(title);
}

describe('docs/security.md', () => {
  it('maps all twenty points of Electron’s checklist to tests that exist', () => {
    expect(readPoints(DOC)).toHaveLength(20);
    expect(problemsOf(DOC)).toEqual([]);
  });

  it('names only tests that exist below the checklist, too', () => {
    const below = DOC.slice(DOC.indexOf('\n## Starting and ending'));
    const named = [...below.matchAll(/^- `(?<file>[^`]+)` › (?<title>.+)$/gmu)];
    const gone = named.filter(
      ({ groups }) => !hasTest(groups?.['file'] ?? '', groups?.['title'] ?? ''),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(gone.map(([line]) => line)).toEqual([]);
  });

  it('is not believed when a point, a file or a title is gone', () => {
    const [first = ''] = readPoints(DOC).flatMap(({ tests }) => tests.map(({ file }) => file));
    expect(problemsOf(DOC.replace('### 7. Define', '### 7. Omit'))).toHaveLength(1);
    expect(problemsOf(DOC.replace(/^### 20\. [^#]+/mu, ''))).toHaveLength(1);
    expect(problemsOf(DOC.replace(first, 'tests/nowhere.test.ts'))).toHaveLength(1);
    expect(problemsOf(DOC.replace(/^(- `[^`]+` › ).+$/mu, '$1no such title'))).toHaveLength(1);
    expect(problemsOf(DOC.replace(/^(### 9\. .+)\n\n- .+$/mu, '$1'))).toHaveLength(1);
    expect(problemsOf('')).toHaveLength(20);
  });

  it('explains findings by check and file', () => {
    const rows =
      '| `A_JS_CHECK` | `src/a.ts` | why |\n| `B_GLOBAL_CHECK` | — | why |\n| `C_CHECK` | — | |';
    expect([...explainedFindings(rows)]).toEqual(['A_JS_CHECK src/a.ts', 'B_GLOBAL_CHECK']);
    for (const key of explainedFindings(DOC)) {
      const [, file] = key.split(' ');
      expect(file === undefined || existsSync(path.join(ROOT, file))).toBe(true);
    }
  });
});

it('titles are found as they are written', () => {
  const source = `
    test('plain', () => {});
    describe('group', () => { it.each([1])('each %s', () => {}); });
    test.describe('no', () => { test.skip(x, 'why'); });
    expect('never');`;
  expect([...testTitles('a.test.ts', source)].slice(0, 2)).toEqual(['plain', 'each %s']);
  expect(testTitles('a.test.ts', source).has('never')).toBe(false);
  const part = `export const a = { name: 'links', run };`;
  expect([...testTitles('tests/hostile/links/part.ts', part)]).toEqual(['links']);
});
