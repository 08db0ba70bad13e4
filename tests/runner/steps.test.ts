import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { PARTS } from '../../scripts/testing/steps.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
const scriptsOf = (part: string): readonly string[] =>
  (PARTS.get(part) ?? []).flat(2).map(({ script }) => script);

/** Suite → the part that runs it, where that is not `npm test`. */
const APART: ReadonlyMap<string, string> = new Map([
  ['suite:callbacks', 'listener'],
  ['suite:abuse', 'listener'],
  ['suite:screens', 'screens'],
  ['suite:standin', 'standin'],
]);

describe('npm test', () => {
  it('runs every check and every suite of package.json once, but for those with a command that CI runs', () => {
    const named = Object.keys(manifest.scripts).filter((name) => /^(?:check|suite):/u.test(name));
    const apart = named.filter((name) => APART.has(name));
    const all = ['build', 'provision', ...named].filter((name) => !APART.has(name));
    expect(scriptsOf('all').toSorted()).toEqual(all.toSorted());
    expect(apart.toSorted()).toEqual([...APART.keys()].toSorted());
    for (const [suite, part] of APART) {
      expect(scriptsOf(part)).toContain(suite);
      expect(readFileSync(path.join(ROOT, '.ci/run'), 'utf8')).toContain(`npm run test:${part}\n`);
    }
  });

  it('builds before whatever runs the build', () => {
    for (const part of PARTS.keys()) {
      const scripts = scriptsOf(part);
      const suites = scripts.filter((script) => script.startsWith('suite:'));
      const first = Math.min(...suites.map((script) => scripts.indexOf(script)));
      expect(scripts.indexOf('build')).toBeLessThan(first);
    }
  });
});
