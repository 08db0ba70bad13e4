import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import { z } from 'zod';

import type { Vault } from '../../src/core/ports.ts';
import { fileKeychain } from '../../src/core/protection/testing/fileKeychain.ts';
import { teamCalls } from '../../src/core/team/calls.ts';
import { connectTeam } from '../../src/core/team/connect.ts';
import { invitationText } from '../../src/core/team/invitation.ts';
import { addressIn } from '../../src/core/team/joining.ts';
import {
  createRecordOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../src/core/testing/builders.ts';
import { type TestProvider, startTestProvider } from '../../src/core/testing/provider.ts';
import { type Findings, type Team, startTeam, until, value } from './setUp.ts';
import { type TeamDesk, openTeamDesk, reasonOf } from './wholeDesk.ts';

/** What a kill, a copy, a silent network and a stopped server do to whole desks of the team. */
export async function lossCases(bin: string, findings: Findings): Promise<void> {
  const team = await startTeam(bin, findings);
  const provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  const other = await openTeamDesk(provider.baseUrl);
  try {
    await other.ask('team.join', { invitation: invitationText(await team.invite()) });
    await other.inStep();
    await halfOpen(team);
    await killed(team, provider, other);
    await stalled(team, provider, other);
    await protectedThenRestored(team, other);
    await copied(team, provider);
  } finally {
    await other.close();
    await provider.close();
    await team.close();
    removeTemporaryDirs();
  }
}

async function sessions(team: Team, login: string, purpose: string): Promise<readonly number[]> {
  const rows = await team.admin((session) =>
    session.query('SELECT pid FROM pg_stat_activity WHERE usename = $1 AND application_name = $2', [
      login,
      `deposit-desk ${purpose}`,
    ]),
  );
  return z
    .array(z.object({ pid: z.int() }))
    .parse(rows)
    .map(({ pid }) => pid);
}

async function claimsOf(team: Team, orderId: string): Promise<number> {
  const rows = await team.admin((session) =>
    session.query('SELECT 1 FROM team.claim WHERE order_id = $1', [orderId]),
  );
  return rows.length;
}

/** A network in between that forgets a connection without a word to either end. */
async function silentNetwork(port: number) {
  let isSilent = false;
  const ends: net.Socket[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    ends.push(near, far);
    near.on('data', (bytes) => isSilent || far.write(bytes));
    far.on('data', (bytes) => isSilent || near.write(bytes));
    for (const end of [near, far]) end.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    fallSilent(): void {
      isSilent = true;
    },
    close(): void {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}

async function halfOpen(team: Team): Promise<void> {
  const { check } = team;
  const desk = await team.join();
  const network = await silentNetwork(team.postgres.port);
  const address = addressIn(desk.invitation, desk.password);
  const through = { ...address, port: network.port };
  const { login } = desk.invitation;
  const lost = value(await connectTeam({ ...through, purpose: 'claims' }, 30_000));
  const kept = value(await connectTeam({ ...address, purpose: 'log' }, 30_000));
  network.fallSilent();
  lost.close();
  const before = await sessions(team, login, 'claims');
  check('misclassified', 'the server still has the lost connection', before.length, 1);
  const next = value(await connectTeam({ ...address, purpose: 'claims' }, 30_000));
  value(await teamCalls(next).endOlder());
  const isEnded = await until(async () => {
    const now = await sessions(team, login, 'claims');
    return now.length === 1 && now[0] !== before[0];
  });
  check('lost', 'the next one ends it', isEnded, true);
  check('misclassified', 'and no other', (await sessions(team, login, 'log')).length, 1);
  const [shown] = value(await next.ask('SHOW tcp_keepalives_idle', [], 10_000));
  check('misclassified', 'and the server looks for lost ones', shown, {
    tcp_keepalives_idle: '15',
  });
  for (const connection of [next, kept, desk.connection]) connection.close();
  network.close();
}

function keychainIn(file: string): Vault {
  return { store: 'keychain', name: 'Test keychain', ...fileKeychain(file) };
}

/** Between the claim and W2: the provider's end accepts the connection and never answers to TLS. */
async function killed(team: Team, provider: TestProvider, other: TeamDesk): Promise<void> {
  const { check } = team;
  const silent = net.createServer((socket) => void socket.on('error', () => undefined));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const place = silent.address();
  const baseUrl = `https://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`;
  const dataDir = temporaryDir();
  const keychainFile = path.join(temporaryDir(), 'keychain.json');
  const keychain = keychainIn(keychainFile);
  const first = await openTeamDesk(baseUrl, { dataDir, keychain });
  await first.ask('team.join', { invitation: invitationText(await team.invite()) });
  await first.inStep();
  await first.close();
  const task = JSON.stringify({ dataDir, keychainFile, baseUrl, orderId: 'kill-1' });
  const script = path.join(import.meta.dirname, 'deskVictim.ts');
  const victim = spawn(process.execPath, [script, task], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isClaimed = await until(async () => (await claimsOf(team, 'kill-1')) === 1);
  check('lost', 'the order is claimed before a byte is sent', isClaimed, true);
  victim.kill('SIGKILL');
  await once(victim, 'exit');
  check('misclassified', 'it stays claimed', await claimsOf(team, 'kill-1'), 1);
  const posts = provider.posts().length;
  const refused = reasonOf(await other.issue('kill-1'));
  check('doubled', 'the other desk may not send it', refused, 'order_claimed');
  const again = await openTeamDesk(baseUrl, { dataDir, keychain });
  const isFree = await until(async () => (await claimsOf(team, 'kill-1')) === 0);
  check('lost', 'the next start finds that nothing was sent, and frees it', isFree, true);
  check('lost', 'then the other desk may', reasonOf(await other.issue('kill-1')), 'accepted');
  check('doubled', 'one POST', provider.posts().length - posts, 1);
  await again.close();
  silent.close();
}

/** The server's process for claims stands still: it has the question, and does not answer. */
async function stalled(team: Team, provider: TestProvider, desk: TeamDesk): Promise<void> {
  const { check } = team;
  const { profileId } = desk;
  const { desk: name } = await desk.state();
  await desk.ask('team.setProfile', { profileId, sharing: 'masked', offline: 'block' });
  await desk.issue('stall-0');
  const [pid] = await sessions(team, `desk_${name}`, 'claims');
  if (pid === undefined) throw new Error('The desk has no connection for claims.');
  const posts = provider.posts().length;
  const began = performance.now();
  process.kill(pid, 'SIGSTOP');
  try {
    const late = await desk.issue('stall-1');
    const detail = 'reason' in late ? (late.reason.detail ?? '') : '';
    check('misclassified', 'the deadline ends the claim', detail.startsWith('timed_out'), true);
    check('misclassified', 'not before 2 s', performance.now() - began > 1900, true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  check('doubled', 'nothing was sent', provider.posts().length - posts, 0);
  await desk.inStep();
  const isFree = await until(async () => (await claimsOf(team, 'stall-1')) === 0);
  check('lost', 'a claim that arrives late holds nothing', isFree, true);
  check('lost', 'the order goes out later', reasonOf(await desk.issue('stall-1')), 'accepted');
}

/** The file is replaced twice: under another key, and by an older one. */
async function protectedThenRestored(team: Team, desk: TeamDesk): Promise<void> {
  const { check } = team;
  await desk.inStep();
  const shown = await desk.ask('protection.newCode', {});
  await desk.ask('protection.apply', shown);
  await desk.inStep();
  await desk.issue('protected-1');
  const seen = (text: string): Promise<boolean> => isAtServer(desk, text);
  check('lost', 'a protected log is copied on', await until(() => seen('protected-1')), true);
  const { name } = await desk.ask('log.backUp', {});
  await desk.issue('restored-1');
  await until(() => seen('restored-1'));
  await desk.ask('log.restore', { name });
  await desk.ask('log.acknowledgeRestore', {});
  const isFrozen = await until(async () => {
    const { standing } = await desk.state();
    return standing.kind === 'stopped' && /forked|frozen/u.test(standing.why);
  });
  check('misclassified', 'a restored log is another branch', isFrozen, true);
  check('doubled', 'and sends nothing', reasonOf(await desk.issue('restored-2')), 'team_refused');
}

/** Its outcome too, and with it every event of the request. */
async function isAtServer(desk: TeamDesk, text: string): Promise<boolean> {
  const asked = { desk: null, outcome: 'accepted', before: null, most: 5 };
  const reply = await desk.opened.client.call('team.find', { ...asked, text });
  return reply.ok && reply.value.length === 1;
}

async function copied(team: Team, provider: TestProvider): Promise<void> {
  const { check } = team;
  const dataDir = temporaryDir();
  const keychain = keychainIn(path.join(temporaryDir(), 'keychain.json'));
  const first = await openTeamDesk(provider.baseUrl, { dataDir, keychain });
  await first.ask('team.join', { invitation: invitationText(await team.invite()) });
  await first.issue('copy-0');
  await first.inStep();
  await first.close();
  const copyDir = path.join(temporaryDir(), 'copy');
  cpSync(dataDir, copyDir, { recursive: true });
  const original = await openTeamDesk(provider.baseUrl, { dataDir, keychain });
  await original.inStep();
  await original.issue('copy-1');
  // The first of the two that appends goes on: here it is the original.
  check(
    'lost',
    'the original is copied on',
    await until(() => isAtServer(original, 'copy-1')),
    true,
  );
  const copy = await openTeamDesk(provider.baseUrl, { dataDir: copyDir, keychain });
  const isBehind = await until(async () => {
    const { kind } = (await copy.state()).standing;
    return kind === 'server_ahead' || kind === 'stopped';
  });
  check('misclassified', 'the copy is told', isBehind, true);
  const posts = provider.posts().length;
  check('doubled', 'the copy sends nothing', reasonOf(await copy.issue('copy-2')), 'team_refused');
  check('doubled', 'nothing was sent', provider.posts().length - posts, 0);
  const isFrozen = await until(async () => {
    const { standing } = await copy.state();
    return standing.kind === 'stopped' && /forked|frozen/u.test(standing.why);
  });
  check('misclassified', 'and is frozen once it has gone its own way', isFrozen, true);
  await copy.close();
  await original.close();
  const elsewhere = keychainIn(path.join(temporaryDir(), 'another.json'));
  const strange = await openTeamDesk(provider.baseUrl, { dataDir: copyDir, keychain: elsewhere });
  const { profileId } = strange;
  const slot = { kind: 'signing' } as const;
  const secret = 'secret-of-the-test';
  await strange.ask('profile.setSecret', { profileId, slot, secret, keep: 'stored' });
  await strange.ask('profile.confirmLive', { profileId });
  await strange.ask('team.setProfile', { profileId, sharing: 'masked', offline: 'warn' });
  const there = reasonOf(await strange.issue('copy-3'));
  check('doubled', 'on another machine, without the password, neither', there, 'team_refused');
  await strange.close();
}
