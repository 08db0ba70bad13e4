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

describe('npm test', () => {
  it('runs every check and every suite of package.json, each once, but for those with a command of their own', () => {
    const named = Object.keys(manifest.scripts).filter((name) => /^(?:check|suite):/u.test(name));
    const apart = ['screens', 'standin'];
    const all = ['build', 'provision', ...named].filter(
      (name) => !apart.includes(name.replace('suite:', '')),
    );
    expect(scriptsOf('all').toSorted()).toEqual(all.toSorted());
    const ci = readFileSync(path.join(ROOT, '.ci/run'), 'utf8');
    for (const part of apart) {
      expect(scriptsOf(part)).toContain(`suite:${part}`);
      expect(ci).toContain(`npm run test:${part}`);
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
