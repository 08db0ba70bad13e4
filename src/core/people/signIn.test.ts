import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { FAILURES_BEFORE_LOCK, PIN_DELAY_MS } from '#shared/domain/people.ts';

import { logPathsOf } from '../log/store/paths.ts';
import type { Vault } from '../ports.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { BOSS_PIN, type Page, type PeopleDesk, openPeopleDesk } from '../testing/peopleDesk.ts';
import { addUnpack } from '../log/store/packing.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
let keychain: Vault;
let desk: PeopleDesk;
async function open(own: Vault = keychain): Promise<void> {
  desk = await openPeopleDesk({ dataDir, keychain: own });
}
async function restart(own?: Vault): Promise<void> {
  await desk.services.close();
  await open(own);
}
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'data');
  keychain = createTestKeychain();
  await open();
});
afterEach(() => desk.services.close());

/** Bodies of events of a kind, from the file itself. */
function recorded(kind: string): readonly unknown[] {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  addUnpack(db);
  try {
    const bodies = db.prepare('SELECT unpack(body) FROM event WHERE kind = ? ORDER BY seq').pluck();
    return z
      .array(z.string())
      .parse(bodies.all(kind))
      .map((body): unknown => JSON.parse(body));
  } finally {
    db.close();
  }
}

const wrongPin = (at: number): string => `wrong ${at}`;

/** Attempts until it is locked, with the delays waited for. */
async function lock(page: Page, personId: string): Promise<void> {
  for (let at = 0; at < FAILURES_BEFORE_LOCK; at += 1) {
    desk.passMs(PIN_DELAY_MS);
    await page.call('people.signIn', { personId, pin: wrongPin(at) });
  }
}

describe('the first person', () => {
  it('counts once the Supervisor code was typed back at the same page', async () => {
    const page = desk.page('one');
    const { confirmId, code } = await page.ask('people.begin', { name: 'Boss', pin: BOSS_PIN });
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u);
    const other = code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
    expect(await page.code('people.confirmCode', { confirmId, code: other })).toBe('code_mistyped');
    expect(await desk.page('two').code('people.confirmCode', { confirmId, code })).toBe(
      'people_not_possible',
    );
    expect((await page.ask('people.session', {})).hasPeople).toBe(false);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const session = await page.ask('people.confirmCode', { confirmId, code: typed });
    expect(session.person).toMatchObject({ name: 'Boss', role: 'supervisor', hasGivenPin: false });
    expect(await page.code('people.confirmCode', { confirmId, code })).toBe('people_not_possible');
    expect(await desk.page('two').code('people.begin', { name: 'B', pin: '918273' })).toBe(
      'people_not_possible',
    );
  });

  it('is one person, whichever of two pages is first', async () => {
    const shown = await Promise.all(
      ['one', 'two'].map(async (id) => {
        const page = desk.page(id);
        return { page, ...(await page.ask('people.begin', { name: id, pin: BOSS_PIN })) };
      }),
    );
    const codes = await Promise.all(
      shown.map(({ page, confirmId, code }) =>
        page.code('people.confirmCode', { confirmId, code }),
      ),
    );
    expect(codes).toEqual(['ok', 'people_not_possible']);
    expect(recorded('person_added')).toHaveLength(1);
  });

  it('needs a keychain for the pepper, and a PIN that is not guessed first', async () => {
    const page = desk.page('one');
    for (const pin of ['111111', '123456', '987654', '890123']) {
      expect(await page.code('people.begin', { name: 'Boss', pin })).toBe('pin_guessable');
    }
    await restart(createFailingKeychain('unavailable'));
    const code = await desk.page('one').code('people.begin', { name: 'Boss', pin: BOSS_PIN });
    expect(code).toBe('vault_unavailable');
  });
});

describe('a PIN', () => {
  it('is in no file and no answer; two people with the same one have other hashes', async () => {
    const { add } = await desk.begin();
    const pin = 'correct horse 61';
    const [ann, bob] = [await add('Ann', 'operator', pin), await add('Bob', 'senior', pin)];
    const page = desk.page('shared');
    expect((await page.ask('people.signIn', { personId: ann, pin })).person?.name).toBe('Ann');
    expect((await page.ask('people.signIn', { personId: bob, pin })).person?.name).toBe('Bob');
    expect(await desk.page('shared').code('request.reveal', NO_REQUEST)).toBe('request_not_found');
    const said = JSON.stringify(recorded('person_added'));
    expect(said).not.toContain(pin);
    const hashes = z
      .array(z.looseObject({ pin: z.looseObject({ hash: z.string() }) }))
      .parse(recorded('person_added'));
    expect(new Set(hashes.map((one) => one.pin.hash)).size).toBe(3);
    expect(recorded('signed_out')).toMatchObject([{ personId: ann, because: 'switched' }]);
  });

  it('cannot be guessed by a script, one by one or all at once', async () => {
    const { add } = await desk.begin();
    const personId = await add('Ann', 'operator', '730284');
    const guesses = Array.from({ length: 200 }, (_, at) => String(730_100 + at));
    const pages = guesses.map((pin, at) => ({ pin, page: desk.page(`page ${at % 7}`) }));
    const codes = await Promise.all(
      pages.map(({ page, pin }) => page.code('people.signIn', { personId, pin })),
    );
    expect(codes).not.toContain('ok');
    expect(recorded('pin_tried').length).toBeLessThanOrEqual(3);
    for (const { page, pin } of pages) {
      desk.passMs(PIN_DELAY_MS);
      expect(await page.code('people.signIn', { personId, pin })).not.toBe('ok');
    }
    expect(recorded('pin_tried').slice(-FAILURES_BEFORE_LOCK)).toHaveLength(5);
    expect(recorded('pin_tried')).toHaveLength(FAILURES_BEFORE_LOCK);
    const right = { personId, pin: '730284' };
    expect(await desk.page('own').code('people.signIn', right)).toBe('pin_locked');
  });

  it('waits after three failures, by a clock that cannot be moved', async () => {
    const { bossId } = await desk.begin();
    const page = desk.page('other');
    const attempt = (pin: string) => page.call('people.signIn', { personId: bossId, pin });
    const answers = [await attempt('a'), await attempt('b'), await attempt('c')];
    expect(answers.map((one) => !one.ok && 'detail' in one.error && one.error.detail)).toEqual([
      '4',
      '3',
      '2',
    ]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 60 * 60_000 });
    try {
      expect(await attempt(BOSS_PIN)).toMatchObject({ error: { code: 'pin_wait', detail: '30' } });
    } finally {
      vi.useRealTimers();
    }
    desk.passMs(PIN_DELAY_MS - 1);
    expect(await attempt(BOSS_PIN)).toMatchObject({ error: { code: 'pin_wait', detail: '1' } });
    desk.passMs(1);
    expect(await attempt(BOSS_PIN)).toMatchObject({ ok: true });
    expect(await attempt('a')).toMatchObject({ error: { code: 'pin_wrong', detail: '4' } });
  });

  it('counts failures over a restart, after which the delay begins anew', async () => {
    const { bossId: personId } = await desk.begin();
    for (const pin of ['a', 'b', 'c'])
      await desk.page('x').call('people.signIn', { personId, pin });
    desk.passMs(PIN_DELAY_MS);
    await restart();
    const page = desk.page('x');
    expect(await page.code('people.signIn', { personId, pin: BOSS_PIN })).toBe('pin_wait');
    desk.passMs(PIN_DELAY_MS);
    expect(await page.code('people.signIn', { personId, pin: 'd' })).toBe('pin_wrong');
    await restart();
    desk.passMs(PIN_DELAY_MS);
    expect(await desk.page('x').code('people.signIn', { personId, pin: 'e' })).toBe('pin_locked');
    await restart();
    desk.passMs(1000 * PIN_DELAY_MS);
    const right = { personId, pin: BOSS_PIN };
    expect(await desk.page('x').code('people.signIn', right)).toBe('pin_locked');
  });

  it('that cannot be compared costs no attempt', async () => {
    const { bossId: personId } = await desk.begin();
    const right = { personId, pin: BOSS_PIN };
    await restart(createFailingKeychain('locked'));
    for (let at = 0; at < 6; at += 1) {
      expect(await desk.page('x').code('people.signIn', right)).toBe('vault_locked');
    }
    await restart();
    expect(await desk.page('x').code('people.signIn', right)).toBe('ok');
  });

  it('is changed by its owner with the old one', async () => {
    const { as } = await desk.begin();
    const page = await as('operator');
    expect((await page.ask('people.session', {})).person?.hasGivenPin).toBe(true);
    const newPin = '560213';
    expect(await page.code('people.changeOwnPin', { pin: 'x', newPin })).toBe('pin_wrong');
    const { person } = await page.ask('people.changeOwnPin', { pin: BOSS_PIN, newPin });
    expect(person).toMatchObject({ hasGivenPin: false, isLocked: false });
    const own = { personId: page.personId, pin: newPin };
    expect(await desk.page('new').code('people.signIn', own)).toBe('ok');
  });
});

const NO_REQUEST = { intentId: z.guid().brand<'IntentId'>().parse(crypto.randomUUID()) };

describe('a lock', () => {
  it('is ended by a supervisor', async () => {
    const { boss, add } = await desk.begin();
    const personId = await add('Ann', 'operator');
    const page = desk.page('x');
    await lock(page, personId);
    const right = { personId, pin: BOSS_PIN };
    expect(await page.code('people.signIn', right)).toBe('pin_locked');
    const people = await boss.ask('people.unlock', { personId });
    expect(people.at(-1)).toMatchObject({ name: 'Ann', isLocked: false });
    expect(await page.code('people.signIn', right)).toBe('ok');
    expect(await page.code('people.unlock', { personId })).toBe('not_permitted');
  });

  it('is ended by the Supervisor code, which also sets a PIN where the keychain was lost', async () => {
    const { bossId: personId, code } = await desk.begin();
    await lock(desk.page('x'), personId);
    await restart(createTestKeychain());
    const page = desk.page('x');
    expect(await page.code('people.useCode', { personId, code: `${code}1`, pin: null })).toBe(
      'code_mistyped',
    );
    expect(recorded('code_tried')).toEqual([]);
    expect(await page.code('people.useCode', { personId, code, pin: null })).toBe('ok');
    const right = { personId, pin: BOSS_PIN };
    expect(await page.code('people.signIn', right)).toBe('pin_unusable');
    expect(await page.code('people.useCode', { personId, code, pin: '560213' })).toBe('ok');
    expect((await page.ask('people.session', {})).person).toBeNull();
    expect(await page.code('people.signIn', { personId, pin: '560213' })).toBe('ok');
    expect(recorded('pin_set')).toMatchObject([{ personId, byCode: true }]);
  });

  it('is not ended by another desk’s code, and a new code puts the old one out of force', async () => {
    const { boss, bossId: personId, code } = await desk.begin();
    const shown = await boss.ask('people.newCode', {});
    const page = desk.page('x');
    const use = (typed: string) =>
      page.code('people.useCode', { personId, code: typed, pin: null });
    expect(await use(shown.code)).toBe('code_wrong');
    expect(await use(code)).toBe('ok');
    await boss.ask('people.confirmCode', shown);
    expect(await use(shown.code)).toBe('ok');
    for (let at = 0; at < 2; at += 1) expect(await use(code)).toBe('code_wrong');
    expect(await use(shown.code)).toBe('pin_wait');
    expect(recorded('code_tried')).toHaveLength(5);
  });
});
