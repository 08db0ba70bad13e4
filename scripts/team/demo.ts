import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { invitationText } from '../../src/core/team/invitation.ts';
import { inviteDesk } from '../../src/core/team/server/desks.ts';
import { migrate } from '../../src/core/team/server/migrate.ts';
import { addressOf, asAdministrator } from '../../src/core/team/server/session.ts';
import {
  type LoopbackProcess,
  startLoopbackProcess,
} from '../../tests/contract/support/launchLoopback.ts';
import { startTestKeychain } from '../../tests/contract/support/secretService.ts';
import { openLoopbackCaller } from '../../tests/hostile/operations/loopbackCaller.ts';
import { until } from '../../tests/hostile/waiting.ts';
import { makeCertificates } from '../../tests/provider/tls/certificates.ts';
import { createInput } from '../../tests/support/builders.ts';
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts';
import { buildIfStale } from '../start/build.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const NO_POSTGRES = `PostgreSQL 15 or newer is not installed on this machine. It is installed by
  sudo apt-get install postgresql      (Debian, Ubuntu)
  sudo dnf install postgresql-server   (Fedora)
DESK_POSTGRES_BIN names the folder of initdb and postgres where they are in another place.`;

/** Each with a supervisor and an operator; PINs are of the demonstration alone. */
const DESKS = [
  {
    name: 'front',
    code: 'FR2',
    people: [
      ['Anna', '240611'],
      ['Boris', '730284'],
    ],
  },
  {
    name: 'back',
    code: 'BK3',
    people: [
      ['Dilnoza', '518027'],
      ['Viktor', '964135'],
    ],
  },
  {
    name: 'night',
    code: 'NT4',
    people: [
      ['Maria', '385162'],
      ['Jasur', '276940'],
    ],
  },
] as const;
const SAMPLES = [
  ['aziza@mail.example', 1500_00],
  ['cust-71', 7500_00],
  ['cust-33', 900_00],
] as const;

type Closer = () => void | Promise<void>;
type DemoDesk = (typeof DESKS)[number];

/** PostgreSQL, a team, and three desks of it in browsers, in one temporary folder; until Ctrl+C. Returns the exit code. */
export async function runDemo(): Promise<number> {
  const bin = findPostgres();
  if (bin === null) {
    console.error(NO_POSTGRES);
    return 1;
  }
  const closers: Closer[] = [];
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const failed = await Promise.race([asked.then(() => null), start(bin, closers)]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (failed === null) await asked;
  console.log('\nEnding…');
  for (const close of closers.toReversed()) await close();
  // A terminal that may still send a line would keep this process.
  process.stdin.destroy();
  if (failed !== null) console.error(failed.message);
  return failed === null ? 0 : 1;
}

async function start(bin: string, closers: Closer[]): Promise<void> {
  if (!(await buildIfStale(ROOT))) throw new Error('The build failed.');
  const dir = mkdtempSync(path.join(tmpdir(), 'team-demo-'));
  closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  // As root the server runs as another user, who has to reach its folder.
  chmodSync(dir, 0o711);
  console.log(`Everything is in ${dir}, and is removed at the end.`);
  const certificates = makeCertificates(new Date());
  const postgres = await startPostgres(bin, { tls: certificates.good, parent: dir });
  closers.push(() => postgres.close());
  const address = addressOf(postgres.adminUrl('postgres'), '', '');
  if (address === null) throw new Error('The address of the server cannot be read.');
  const rootKey = generateKeyPairSync('ed25519');
  const keyFile = path.join(dir, 'root.pem');
  writeFileSync(keyFile, rootKey.privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  const server = {
    host: '127.0.0.1',
    port: postgres.port,
    ca: certificates.caPem,
    rootKey: rootKey.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  await asAdministrator(address, (session) => migrate(session, server));
  console.log(
    `PostgreSQL listens on 127.0.0.1:${postgres.port}. Its administrator: ${postgres.adminUrl('postgres')}`,
  );
  console.log(`The root key, with which \`npm run team -- supervisor\` signs: ${keyFile}`);
  const keychain = await startTestKeychain();
  closers.push(() => keychain.close());
  const running: { readonly desk: DemoDesk; readonly host: LoopbackProcess }[] = [];
  for (const desk of DESKS) {
    const options = { name: desk.name, code: desk.code, isReader: false, merchants: null };
    const invitation = await asAdministrator(address, (session) =>
      inviteDesk(session, options, new Date()),
    );
    console.log(`\n${desk.name} (${desk.code})\n  invitation: ${invitationText(invitation)}`);
    const dataDir = path.join(dir, desk.name);
    mkdirSync(dataDir);
    const host = await startLoopbackProcess({
      dataDir,
      env: keychain.env,
      flags: [],
      hasStdin: true,
    });
    closers.push(() => host.stop().then(() => undefined));
    if (keychain.available) await settle(desk, host, invitationText(invitation));
    else
      console.log(
        '  This machine has no keychain to keep a password in: join by hand in Settings → Team.',
      );
    running.push({ desk, host });
    console.log(`  address: ${await freshAddress(host)}`);
  }
  console.log(
    '\nEach address is for one use. Enter: fresh ones. Ctrl+C: ends everything and removes the folder.',
  );
  process.stdin.on('data', () => void tellAddresses(running));
}

async function tellAddresses(
  running: readonly { readonly desk: DemoDesk; readonly host: LoopbackProcess }[],
): Promise<void> {
  for (const { desk, host } of running) console.log(`${desk.name}: ${await freshAddress(host)}`);
}

const FRESH = /fresh one-time address: (?<url>\S+)/gu;

async function freshAddress(host: LoopbackProcess): Promise<string> {
  const urls = () => [...host.output().matchAll(FRESH)].map(({ groups }) => groups?.['url'] ?? '');
  const known = urls().length;
  host.child.stdin?.write('\n');
  await until('a fresh address', () => urls().length > known);
  return urls().at(-1) ?? '';
}

const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.unknown() }),
]);
const shownSchema = z.object({ confirmId: z.string(), code: z.string() });

/** Joins, shares whole requests, makes its people, and issues the first requests as its supervisor. */
async function settle(desk: DemoDesk, host: LoopbackProcess, invitation: string): Promise<void> {
  const caller = await openLoopbackCaller(host);
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    const answered = await caller.call(name, JSON.stringify(input));
    const reply = replySchema.parse(answered?.body);
    if (!reply.ok) throw new Error(`${desk.name}: ${name}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  };
  await ask('team.join', { invitation });
  await ask('team.setProfile', { profileId: 'sandbox', sharing: 'whole', offline: 'warn' });
  const [[supervisor, pin], [operator, operatorPin]] = desk.people;
  const shown = shownSchema.parse(await ask('people.begin', { name: supervisor, pin }));
  await ask('people.confirmCode', shown);
  await ask('people.add', { name: operator, role: 'operator', pin: operatorPin });
  console.log(
    `  ${supervisor}, supervisor, PIN ${pin}; ${operator}, operator, PIN ${operatorPin}; Supervisor code ${shown.code}`,
  );
  for (const [at, [customer, cents]] of SAMPLES.entries()) {
    await ask(
      'issue.create',
      createInput({ order_id: `DEMO-${desk.code}-${at + 1}`, customer, cents }),
    );
  }
}
