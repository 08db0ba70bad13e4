import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { PARTS, type Step } from '../../scripts/testing/steps.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
const CHECKS_AND_SUITES = Object.keys(manifest.scripts).filter((name) =>
  /^(?:check|suite):|^(?:package:check|scan)$/u.test(name),
);

const stepsOf = (part: string): readonly Step[] => (PARTS.get(part) ?? []).flat(2);
const scriptsOf = (part: string): readonly string[] => stepsOf(part).map(({ script }) => script);
const isPart = ({ args, env }: Step): boolean => args !== '' || Object.keys(env).length > 0;

describe('the tiers', () => {
  it('run every check and every suite of package.json on every landing', () => {
    const ran = new Set([...scriptsOf('all'), ...scriptsOf('landing')]);
    expect(CHECKS_AND_SUITES.filter((name) => !ran.has(name))).toEqual([]);
    const run = readFileSync(path.join(ROOT, '.ci/run'), 'utf8');
    expect(run).toMatch(/^npm test$/mu);
    expect(run).toMatch(/npm run test:landing$/mu);
  });

  it('leave nothing out of test:full, which runs each of them once and whole', () => {
    const full = scriptsOf('full').filter((name) => CHECKS_AND_SUITES.includes(name));
    expect(full.toSorted()).toEqual(CHECKS_AND_SUITES.toSorted());
    expect(stepsOf('full').filter(isPart)).toEqual([]);
  });

  it('split the end-to-end specs between them without a gap', () => {
    const ofSpecs = (part: string, suite = 'suite:e2e'): readonly string[] =>
      stepsOf(part).flatMap(({ script, args }) => (script === suite ? [args] : []));
    expect(ofSpecs('all')).toEqual(['--grep-invert @landing']);
    expect(ofSpecs('landing')).toEqual(['--grep @landing --grep-invert @host']);
    expect(ofSpecs('landing', 'suite:electron')).toEqual(['--grep "@host|electron/"']);
  });

  it.each([...PARTS.keys()])('%s: provisions, then builds, before any suite', (part) => {
    const scripts = scriptsOf(part);
    const suites = scripts.filter((script) => script.startsWith('suite:'));
    const first = Math.min(...suites.map((script) => scripts.indexOf(script)));
    expect(scripts.indexOf('provision')).toBe(0);
    expect(scripts.indexOf('build:stale')).toBeLessThan(first);
    expect(scripts).toContain('build:stale');
  });
});
