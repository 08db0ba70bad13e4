import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { type SavedDraft, DRAFT_FIELDS, savedDraftSchema } from '#shared/domain/draft.ts';
import { type IntentId, type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import {
  chance,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { type FormKey, createDrafts } from './drafts.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileIdSchema.parse('shop');
const DAY_MS = 24 * 60 * 60 * 1000;

let dataDir: string;
let clock: ReturnType<typeof manualClock>;
let archived: ProfileId[];
let recorded: IntentId[];
beforeEach(() => {
  dataDir = temporaryDir();
  clock = manualClock();
  archived = [];
  recorded = [];
});

/** A run of the desk. */
const open = () =>
  createDrafts({
    dataDir,
    files: createJsonFiles(clock.now(), () => undefined),
    clock,
    chance,
    isInUse: (id) => !archived.includes(id),
    isRecorded: async (id) => recorded.includes(id),
  });

const form = (overrides: Partial<FormKey> = {}): FormKey => ({
  pageId: randomUUID(),
  personId: null,
  profileId: SHOP,
  flow: 'create',
  ...overrides,
});

function draftOf(name: string, customer = ''): SavedDraft {
  const texts = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '']));
  return savedDraftSchema.parse({
    intentId: intent(name),
    texts: { ...texts, customer },
    orderIsAuto: true,
    filledIn: { callback_url: '', success_url: '', reject_url: '' },
  });
}

const onDisk = () => readFileSync(join(dataDir, 'drafts.json'), 'utf8');

describe('a draft', () => {
  it('is on the disk once it is said to be kept, and nobody else can read it', async () => {
    await open().keep(form(), draftOf('a', 'cust-77'));
    expect(onDisk()).toContain('cust-77');
    expect(statSync(join(dataDir, 'drafts.json')).mode & 0o077).toBe(0);
  });

  it('is gone when the form is empty or its request recorded', async () => {
    const drafts = open();
    const own = form();
    await drafts.keep(own, draftOf('a', 'cust-77'));
    await drafts.keep(own, null);
    expect(onDisk()).not.toContain('cust-77');
    expect(await open().adopt(form())).toBeNull();
  });

  it('comes back to its own page, and to another one only after the run is over', async () => {
    const first = open();
    const own = form();
    await first.keep(own, draftOf('a', 'one'));
    expect(await first.adopt(own)).toEqual(draftOf('a', 'one'));
    // A second window of this run: it would be the same intent twice.
    expect(await first.adopt(form())).toBeNull();
    expect(await open().adopt(form())).toEqual(draftOf('a', 'one'));
  });

  it('is of one page only, however many ask at once, and stays with it', async () => {
    await open().keep(form(), draftOf('a'));
    const second = open();
    const pages = [form(), form(), form()];
    const given = await Promise.all(pages.map((page) => second.adopt(page)));
    expect(given.filter((draft) => draft !== null)).toHaveLength(1);
    const owner = pages[given.findIndex((draft) => draft !== null)] ?? form();
    expect(await second.adopt(owner)).toEqual(draftOf('a'));
    await second.keep(owner, draftOf('a', 'typed on'));
    expect(await open().adopt(form())).toEqual(draftOf('a', 'typed on'));
  });

  it('of those left behind the newest comes first, each of its profile and tab', async () => {
    const first = open();
    await first.keep(form(), draftOf('old'));
    await first.keep(form({ flow: 'build' }), draftOf('build'));
    await first.keep(form(), draftOf('new'));
    const second = open();
    expect(await second.adopt(form())).toEqual(draftOf('new'));
    expect(await second.adopt(form())).toEqual(draftOf('old'));
    expect(await second.adopt(form())).toBeNull();
    const other = form({ profileId: profileIdSchema.parse('other'), flow: 'build' });
    expect(await second.adopt(other)).toBeNull();
    expect(await second.adopt(form({ flow: 'build' }))).toEqual(draftOf('build'));
  });

  it('that its page had no use for, because something else was begun, is the next one’s', async () => {
    await open().keep(form(), draftOf('left', 'cust-77'));
    const desk = open();
    const [hasty, next] = [form(), form()];
    expect(await desk.adopt(hasty)).toEqual(draftOf('left', 'cust-77'));
    await desk.keep(hasty, draftOf('other', 'cust-5'));
    expect(await desk.adopt(hasty)).toEqual(draftOf('other', 'cust-5'));
    expect(await desk.adopt(next)).toEqual(draftOf('left', 'cust-77'));
    // One that was taken up is its page's to change, and to empty.
    await desk.keep(next, draftOf('left', 'cust-77'));
    await desk.keep(next, null);
    expect(await desk.adopt(form())).toBeNull();
    expect(onDisk()).not.toContain('cust-77');
  });

  it('whose request was recorded before a crash is not offered again', async () => {
    const first = open();
    await first.keep(form(), draftOf('older'));
    await first.keep(form(), draftOf('issued', 'cust-77'));
    recorded = [intent('issued')];
    expect(await open().adopt(form())).toEqual(draftOf('older'));
    expect(onDisk()).not.toContain('cust-77');
  });

  it('is dropped after thirty days, and with its profile', async () => {
    const first = open();
    await first.keep(form(), draftOf('a', 'cust-old'));
    clock.advance(30 * DAY_MS - 1000);
    const archivedForm = form({ profileId: profileIdSchema.parse('closed') });
    await first.keep(archivedForm, draftOf('b', 'cust-closed'));
    archived = [archivedForm.profileId];
    expect(await open().adopt({ ...archivedForm, pageId: randomUUID() })).toBeNull();
    expect(onDisk()).not.toContain('cust-closed');
    clock.advance(2000);
    expect(await open().adopt(form())).toBeNull();
    expect(onDisk()).not.toContain('cust-old');
  });

  it('is written together with those that came while the disk was busy', async () => {
    const drafts = open();
    const own = form();
    const texts = Array.from({ length: 200 }, (_, at) => `cust-${at}`);
    await Promise.all(texts.map((text) => drafts.keep(own, draftOf('a', text))));
    expect(onDisk()).toContain('cust-199');
    expect(onDisk()).not.toContain('cust-198"');
  });

  it('that could not be written is said not to be, and is written with the next try', async () => {
    const drafts = open();
    const own = form();
    rmSync(dataDir, { recursive: true });
    await expect(drafts.keep(own, draftOf('a', 'cust-77'))).rejects.toThrow('ENOENT');
    mkdirSync(dataDir);
    // Not taken for kept because it has not changed since.
    await drafts.keep(own, draftOf('a', 'cust-77'));
    expect(onDisk()).toContain('cust-77');
  });

  it('comes back also where nothing can be written, and to one page only', async () => {
    await open().keep(form(), draftOf('a', 'cust-77'));
    const second = open();
    rmSync(dataDir, { recursive: true });
    expect(await second.adopt(form())).toEqual(draftOf('a', 'cust-77'));
    expect(await second.adopt(form())).toBeNull();
  });

  it('of more forms than a desk has are the newest forty kept', async () => {
    const drafts = open();
    const pages = Array.from({ length: 45 }, () => form());
    await Promise.all(pages.map((page, at) => drafts.keep(page, draftOf(`d${at}`))));
    const kept = await Promise.all(pages.map((page) => drafts.adopt(page)));
    expect(kept.map((draft) => draft !== null)).toEqual(pages.map((_, at) => at >= 5));
  });
});
