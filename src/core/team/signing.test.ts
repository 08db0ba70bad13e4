import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  type SignedPerson,
  type TeamKey,
  type TeamRole,
  isSigned,
  newTeamKey,
  publicKeyText,
  signStatement,
  trustedPeople,
} from './signing.ts';

const TEAM = 'team-1';
const root = newTeamKey();
const [boss, other, clerk, stranger] = [newTeamKey(), newTeamKey(), newTeamKey(), newTeamKey()];

function record(
  { publicKey }: TeamKey,
  role: TeamRole,
  by: TeamKey,
  more: { readonly teamId?: string; readonly name?: string } = {},
): SignedPerson {
  const { teamId = TEAM, name = 'Name' } = more;
  const signature = signStatement(
    { purpose: 'person', teamId, publicKey, role, name },
    by.privateKey,
  );
  return { publicKey, role, name, signedBy: by.publicKey, signature };
}

const rolesOf = (people: readonly SignedPerson[]) =>
  trustedPeople(people, TEAM, root.publicKey).map(({ publicKey, role }) => [publicKey, role]);

it('the root makes supervisors, and supervisors make others', () => {
  const people = [record(clerk, 'senior', boss), record(boss, 'supervisor', root)];
  expect(rolesOf(people)).toEqual([
    [boss.publicKey, 'supervisor'],
    [clerk.publicKey, 'senior'],
  ]);
});

it.each([
  ['a supervisor by a supervisor', [record(other, 'supervisor', boss)]],
  ['a person by a person', [record(clerk, 'senior', boss), record(other, 'senior', clerk)]],
  [
    'a person by one whom the root made a senior',
    [record(clerk, 'senior', root), record(other, 'senior', clerk)],
  ],
  ['a person by a stranger', [record(other, 'senior', stranger)]],
  ['a supervisor by itself', [record(other, 'supervisor', other)]],
  [
    'a role that was raised after the signature',
    [{ ...record(other, 'operator', boss), role: 'senior' }],
  ],
  ['a name that was changed', [{ ...record(other, 'senior', boss), name: 'Chief' }]],
  ['a record of another team', [record(other, 'senior', boss, { teamId: 'team-2' })]],
  ['a record with two roles', [record(other, 'senior', boss), record(other, 'operator', boss)]],
  [
    'another spelling of the key',
    [record({ ...other, publicKey: ` ${other.publicKey}` }, 'senior', boss)],
  ],
  ['a role that is none', [{ ...record(other, 'senior', boss), role: 'owner' }]],
])('%s does not count', (_, people) => {
  const known = rolesOf([record(boss, 'supervisor', root), ...people]);
  expect(known.map(([key]) => key?.trim())).not.toContain(other.publicKey);
  expect(known).toContainEqual([boss.publicKey, 'supervisor']);
});

it('a supervisor cannot unmake another one', () => {
  const both = [record(boss, 'supervisor', root), record(other, 'supervisor', root)];
  expect(rolesOf([...both, record(other, 'operator', boss)])).toEqual([
    [boss.publicKey, 'supervisor'],
    [other.publicKey, 'supervisor'],
  ]);
});

it('an ended key counts no more, nor does what an ended supervisor signed', () => {
  const people = [record(boss, 'supervisor', root), record(clerk, 'senior', boss)];
  expect(rolesOf([...people, record(clerk, 'none', boss)])).toEqual([
    [boss.publicKey, 'supervisor'],
  ]);
  expect(rolesOf([...people, record(boss, 'none', root)])).toEqual([]);
  expect(rolesOf([...people, record(boss, 'none', clerk)])).toHaveLength(2);
});

it('a root key in PEM is the same key', () => {
  const der = Buffer.from(root.publicKey, 'base64').toString('base64');
  const pem = `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
  expect(publicKeyText(pem)).toBe(root.publicKey);
  expect(trustedPeople([record(boss, 'supervisor', root)], TEAM, pem)).toHaveLength(1);
  expect(publicKeyText('no key')).toBeNull();
});

it('a signature counts for its own statement alone', () => {
  const text = fc.string({ maxLength: 12 });
  const parts = fc.record({
    purpose: fc.constantFrom('approve' as const, 'resolve' as const),
    teamId: text,
    deskId: text,
    subject: text,
    digest: text,
    contentHash: text,
    expiresAt: text,
  });
  fc.assert(
    fc.property(parts, parts, (one, two) => {
      const signature = signStatement(one, boss.privateKey);
      expect(isSigned(one, signature, boss.publicKey)).toBe(true);
      expect(isSigned(one, signature, other.publicKey)).toBe(false);
      const isSame = JSON.stringify(one) === JSON.stringify(two);
      expect(isSigned(two, signature, boss.publicKey)).toBe(isSame);
    }),
    { numRuns: 50 },
  );
  expect(
    isSigned(
      {
        purpose: 'approve',
        teamId: '',
        deskId: '',
        subject: '',
        digest: '',
        contentHash: '',
        expiresAt: '',
      },
      'no signature',
      'no key',
    ),
  ).toBe(false);
});
