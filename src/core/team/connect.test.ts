import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { connectTeam } from './connect.ts';
import { invitationText, readInvitation } from './invitation.ts';

afterAll(removeTemporaryDirs);

it('a host that is a folder gets nothing, unless an administrator chose the socket', async () => {
  const folder = temporaryDir();
  let heard = 0;
  const server = createServer((socket) => {
    heard += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  const address = { host: folder, port: 5432, database: 'd', user: 'u', password: 'p', ca: '' };
  const refused = await connectTeam(address, 2000);
  expect([refused, heard]).toMatchObject([{ ok: false, error: { code: 'plain_text' } }, 0]);
  await connectTeam({ ...address, isSocket: true }, 2000);
  expect(heard).toBe(1);
  server.close();
});

it('an invitation to a folder is none', () => {
  const invitation = {
    teamId: '00000000-0000-4000-8000-000000000001',
    host: '/tmp',
    port: 5432,
    database: 'd',
    login: 'desk_a',
    password: 'p',
    code: 'ABC',
    ca: 'ca',
    rootKey: 'key',
    customerKey: 'k'.repeat(43),
    until: '2030-01-01T00:00:00.000Z',
  };
  expect(readInvitation(invitationText(invitation))).toEqual({ ok: false, error: 'not_one' });
  expect(readInvitation(invitationText({ ...invitation, host: 'team.example' })).ok).toBe(true);
});
