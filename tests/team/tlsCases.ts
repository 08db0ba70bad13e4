import { once } from 'node:events';
import { type Server, type Socket, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';

import { type TeamAddress, connectTeam } from '../../src/core/team/connect.ts';
import { readInvitation, invitationText } from '../../src/core/team/invitation.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import { makeCertificates } from '../provider/tls/certificates.ts';
import { startPostgres } from '../support/postgres.ts';
import { DEADLINE_MS, type Team, value } from './setUp.ts';

/** Every server that a desk must not give its password to, and one that does not answer. */
export async function tlsCases(team: Team): Promise<void> {
  await wrongCertificates(team);
  await otherMethods(team);
  await evilServers(team);
  await deadlines(team);
  invitationTexts(team, await team.invite());
}

async function faultAt(address: TeamAddress, deadlineMs = DEADLINE_MS): Promise<string> {
  const connected = await connectTeam(address, deadlineMs);
  if (!connected.ok) return connected.error.code;
  connected.value.close();
  return 'connected';
}

async function wrongCertificates(team: Team): Promise<void> {
  const { check, postgres, certificates } = team;
  const desk = await team.join();
  const address = addressIn(desk.invitation, desk.password);
  check('misclassified', 'the good certificate, by address', await faultAt(address), 'connected');
  check('misclassified', 'by name', await faultAt({ ...address, host: 'localhost' }), 'connected');
  check(
    'misclassified',
    'a wrong password',
    await faultAt({ ...address, password: 'x' }),
    'login_refused',
  );
  check(
    'misclassified',
    'no such database',
    await faultAt({ ...address, database: 'none' }),
    'no_database',
  );
  check(
    'misclassified',
    'an unknown name',
    await faultAt({ ...address, host: 'no-such-host.invalid' }),
    'name_not_resolved',
  );
  check('misclassified', 'a closed port', await faultAt({ ...address, port: 1 }), 'unreachable');
  const stranger = makeCertificates(new Date());
  check(
    'misclassified',
    'another authority',
    await faultAt({ ...address, ca: stranger.caPem }),
    'certificate_not_trusted',
  );
  for (const [what, shown, expected] of [
    ['an expired certificate', certificates.expired, 'certificate_expired'],
    ['a certificate for another host', certificates.wrongHost, 'wrong_host_name'],
    ['a certificate signed by itself', certificates.selfSigned, 'certificate_not_trusted'],
    ['the good one again', certificates.good, 'connected'],
  ] as const) {
    postgres.showCertificate(shown);
    await team.admin((session) => session.query('SELECT pg_reload_conf()'));
    await untilReloaded(address, expected);
    check('misclassified', what, await faultAt(address), expected);
  }
}

/** Reloading is done by the postmaster a moment later. */
async function untilReloaded(address: TeamAddress, expected: string): Promise<void> {
  for (let tried = 0; tried < 50 && (await faultAt(address)) !== expected; tried += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** A real server that is set up in another way than docs/team says. */
async function otherMethods({ check, bin, certificates }: Team): Promise<void> {
  for (const [authentication, tls, expected] of [
    ['password', certificates.good, 'not_scram'],
    ['trust', certificates.good, 'not_scram'],
    ['scram-sha-256', null, 'plain_text'],
  ] as const) {
    const server = await startPostgres(bin, { tls, authentication, maxConnections: 20 });
    const address = {
      host: '127.0.0.1',
      port: server.port,
      database: 'postgres',
      user: 'admin',
      password: 'p',
      ca: certificates.caPem,
    };
    check(
      'misclassified',
      `${authentication}, ${tls === null ? 'plain text' : 'TLS'}`,
      await faultAt(address),
      expected,
    );
    await server.close();
  }
}

const PASSWORD = 'the-password-of-the-desk';
/** `R`, length, the kind of authentication. */
const ASK_CLEAR_TEXT = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const ASK_MD5 = Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const ASK_UNBOUND = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 23, 0, 0, 0, 10]),
  Buffer.from('SCRAM-SHA-256\0\0', 'latin1'),
]);

type Evil = {
  readonly answer: Buffer;
  readonly tls: { readonly cert: string; readonly key: string } | null;
};

/** Keeps every byte that it is sent. */
async function evilServer({
  answer,
  tls,
}: Evil): Promise<{ readonly server: Server; readonly heard: () => string }> {
  const heard: Buffer[] = [];
  const listen = (socket: Socket | TLSSocket): void => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk);
      socket.write(answer);
    });
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (tls === null) {
        socket.write('N');
        listen(socket);
        return;
      }
      socket.write('S');
      listen(new TLSSocket(socket, { isServer: true, ...tls }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, heard: () => Buffer.concat(heard).toString('latin1') };
}

async function evilServers({ check, certificates }: Team): Promise<void> {
  const { good, wrongHost } = certificates;
  const evils: readonly (readonly [string, Evil, string])[] = [
    ['plain text', { answer: ASK_CLEAR_TEXT, tls: null }, 'plain_text'],
    ['a wrong host name', { answer: ASK_CLEAR_TEXT, tls: wrongHost }, 'wrong_host_name'],
    ['clear text inside TLS', { answer: ASK_CLEAR_TEXT, tls: good }, 'not_scram'],
    ['MD5 inside TLS', { answer: ASK_MD5, tls: good }, 'not_scram'],
    ['SCRAM without binding', { answer: ASK_UNBOUND, tls: good }, 'not_scram'],
    ['no question at all', { answer: LET_IN, tls: good }, 'not_scram'],
  ];
  for (const [what, evil, expected] of evils) {
    const { server, heard } = await evilServer(evil);
    const bound = server.address();
    const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
    const address = {
      host: '127.0.0.1',
      port,
      database: 'team',
      user: 'desk_x',
      password: PASSWORD,
      ca: certificates.caPem,
    };
    check('misclassified', `${what}: the cause is named`, await faultAt(address), expected);
    const text = heard();
    check(
      'lost',
      `${what}: no password was sent`,
      text.includes(PASSWORD) || text.includes('p\0\0\0'),
      false,
    );
    server.close();
  }
}

async function deadlines(team: Team): Promise<void> {
  const { check, certificates } = team;
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const bound = silent.address();
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  const address = {
    host: '127.0.0.1',
    port,
    database: 'team',
    user: 'desk_x',
    password: PASSWORD,
    ca: certificates.caPem,
  };
  const began = performance.now();
  check('misclassified', 'a server that says nothing', await faultAt(address, 300), 'timed_out');
  check('misclassified', 'is left at the deadline', performance.now() - began < DEADLINE_MS, true);
  const [socket] = sockets;
  if (socket !== undefined && !socket.destroyed) {
    socket.resume();
    await once(socket, 'close');
  }
  check('misclassified', 'and its socket is destroyed', socket?.destroyed, true);
  silent.close();
  const desk = await team.join();
  const slow = await desk.connection.ask('SELECT pg_sleep(5)', [], 300);
  check('misclassified', 'an answer that does not come', slow.ok || slow.error.code, 'timed_out');
  check('misclassified', 'ends the connection', desk.connection.isOpen(), false);
  const after = await desk.connection.ask('SELECT 1', [], 300);
  check('misclassified', 'which then says why', after.ok || after.error.code, 'timed_out');
}

function invitationTexts({ check }: Team, invitation: Parameters<typeof invitationText>[0]): void {
  const text = invitationText(invitation);
  check('lost', 'an invitation is read back', value(readInvitation(text)), invitation);
  const broken = text.replaceAll(/(?<line>.{70})/gu, '$<line>\n');
  check('lost', 'also with line breaks', value(readInvitation(broken)), invitation);
  const cut = readInvitation(text.slice(0, -20));
  check('misclassified', 'cut off', cut.ok || cut.error, 'cut_off');
  const other = readInvitation('hello');
  check('misclassified', 'another text', other.ok || other.error, 'not_one');
}
