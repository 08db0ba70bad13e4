import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { CONTRACT, OPERATION_NAMES, type OperationName } from '#shared/contract/operations.ts';
import { type Access, PERMISSIONS, ROLES, type Role } from '#shared/domain/permission.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { type Page, type PeopleDesk, openPeopleDesk } from '../testing/peopleDesk.ts';

afterAll(removeTemporaryDirs);

/** The design's table, written down once more: a changed default must be changed in both. */
const MAY: Readonly<Record<Access, readonly Role[]>> = {
  anyone: ROLES,
  signed_in: ROLES,
  issue: ['operator', 'senior', 'supervisor'],
  read_log: ['operator', 'senior', 'supervisor', 'auditor'],
  mark: ['operator', 'senior', 'supervisor'],
  resolve: ['senior', 'supervisor'],
  supervise: ['supervisor'],
  restore: ['supervisor'],
  verify: ['supervisor', 'auditor'],
  people: ['supervisor'],
  set_up: ['integrator'],
  approve: ['supervisor'],
};

const REFUSED: ReadonlySet<unknown> = new Set(['not_permitted', 'sign_in_first']);

let desk: PeopleDesk;
beforeEach(async () => {
  desk = await openPeopleDesk({ dataDir: join(temporaryDir(), 'data') });
});
afterEach(() => desk.services.close());

/** An input that no operation takes: no function runs, and what is refused before that is told apart. */
async function codeOf({ caller }: Page, name: OperationName): Promise<string> {
  const reply = await desk.services.dispatch(caller, name, 'no operation takes a text');
  return reply.ok ? 'ok' : reply.error.code;
}

describe('every operation', () => {
  it('is refused to each role that may not, and to a page without a person', async () => {
    const begun = await desk.begin();
    const pages = new Map(
      await Promise.all(ROLES.map(async (role) => [role, await begun.as(role)] as const)),
    );
    const wrong: string[] = [];
    for (const name of OPERATION_NAMES) {
      const { permission } = CONTRACT[name];
      for (const [role, page] of pages) {
        const code = await codeOf(page, name);
        const expected = MAY[permission].includes(role) ? 'invalid_input' : 'not_permitted';
        if (code !== expected) wrong.push(`${name} as ${role}: ${code}, not ${expected}`);
      }
      const code = await codeOf(desk.page('empty'), name);
      const expected = permission === 'anyone' ? 'invalid_input' : 'sign_in_first';
      if (code !== expected) wrong.push(`${name} signed out: ${code}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is open to every page of a desk without people', async () => {
    const codes = await Promise.all(OPERATION_NAMES.map((name) => codeOf(desk.page('any'), name)));
    expect(codes.filter((code) => REFUSED.has(code))).toEqual([]);
    expect(await desk.page('any').ask('people.session', {})).toEqual({
      hasPeople: false,
      person: null,
      permissions: PERMISSIONS,
      lastPersonId: null,
      choices: [],
      idleMinutes: null,
      profileId: 'sandbox',
    });
  });

  it('has the permission of its row in the design', () => {
    const rows: Readonly<Partial<Record<OperationName, Access>>> = {
      'issue.create': 'issue',
      'request.recordCopy': 'issue',
      'log.search': 'read_log',
      'request.note': 'mark',
      'request.flag': 'mark',
      'request.reveal': 'resolve',
      'request.resolve': 'resolve',
      'request.settleMismatch': 'resolve',
      'statement.settle': 'resolve',
      'log.restore': 'restore',
      'log.verify': 'verify',
      'people.add': 'people',
      'profile.setSecret': 'set_up',
      'format.teach': 'set_up',
      'callback.setListener': 'set_up',
    };
    const declared = Object.keys(rows).map((name) => [
      name,
      OPERATION_NAMES.filter((one) => one === name).map((one) => CONTRACT[one].permission)[0],
    ]);
    expect(Object.fromEntries(declared)).toEqual(rows);
  });
});

describe('the table', () => {
  it('is changed by a supervisor, at once and for good', async () => {
    const { boss, as } = await desk.begin();
    const operator = await as('operator');
    const rules = await boss.ask('people.rules', {});
    expect(await operator.code('log.now', { profileId: SANDBOX })).toBe('ok');
    expect(await operator.code('people.changeRules', rules)).toBe('not_permitted');
    const roles = { ...rules.roles, operator: ['verify' as const] };
    await boss.ask('people.changeRules', { ...rules, roles });
    expect(await operator.code('log.now', { profileId: SANDBOX })).toBe('not_permitted');
    expect(await operator.code('log.verify', {})).toBe('ok');
  });

  it('leaves the supervisor the permission to change it', async () => {
    const { boss } = await desk.begin();
    const rules = await boss.ask('people.rules', {});
    const roles = { ...rules.roles, supervisor: ['issue' as const] };
    expect(await boss.code('people.changeRules', { ...rules, roles })).toBe('last_supervisor');
  });
});
