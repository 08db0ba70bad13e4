import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { NEWEST_FIRST, NO_FILTER, type SavedView } from '#shared/domain/logSearch.ts';

import { createJsonFiles } from '../../files/jsonFile.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { createViews } from './views.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryDir();
});

function open() {
  const files = createJsonFiles(new Date(), () => undefined);
  return { ...createViews({ dataDir, files }), setAside: files.setAside };
}

function viewOf(overrides: Partial<SavedView> = {}): SavedView {
  return {
    id: randomUUID(),
    name: 'Unknowns',
    text: '',
    filter: { ...NO_FILTER, outcomes: ['unknown'] },
    range: null,
    sort: NEWEST_FIRST,
    ...overrides,
  };
}

describe('saved views', () => {
  it('are there after a restart, in the order in which they were first saved', () => {
    const views = open();
    const [one, other] = [viewOf(), viewOf({ name: 'Today', range: { kind: 'today' } })];
    views.save(one);
    views.save(other);
    const renamed = { ...one, name: 'Waiting', text: 'иван' };
    expect(views.save(renamed)).toEqual({ ok: true, value: [renamed, other] });
    expect(open().list()).toEqual([renamed, other]);
  });

  it('are deleted once; one that is gone already is no fault', () => {
    const views = open();
    const [one, other] = [viewOf(), viewOf()];
    views.save(one);
    views.save(other);
    expect(views.remove(one.id)).toEqual([other]);
    expect(views.remove(one.id)).toEqual([other]);
    expect(open().list()).toEqual([other]);
  });

  it('are fifty at most, and the fiftieth can still be changed', () => {
    const all = Array.from({ length: 49 }, () => viewOf());
    writeFileSync(join(dataDir, 'views.json'), JSON.stringify({ version: 1, views: all }));
    const views = open();
    const last = viewOf();
    expect(views.save(last)).toEqual({ ok: true, value: [...all, last] });
    expect(views.save(viewOf())).toMatchObject({ ok: false, error: { code: 'view_limit' } });
    expect(views.save({ ...last, name: 'Another' })).toMatchObject({ ok: true });
    expect(open().list()).toHaveLength(50);
  });

  it('that cannot be read are set aside, not overwritten', () => {
    const file = join(dataDir, 'views.json');
    writeFileSync(file, '{"version":1,"views":[{"name":"cut o');
    const views = open();
    expect(views.list()).toEqual([]);
    const [aside] = views.setAside();
    expect(readFileSync(aside?.movedTo ?? '', 'utf8')).toContain('cut o');
    expect(existsSync(file)).toBe(false);
  });
});
