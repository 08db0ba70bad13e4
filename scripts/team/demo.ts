import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { invitationText } from '../../src/core/team/invitation.ts';
import { inviteDesk, unfreezeDesk } from '../../src/core/team/server/desks.ts';
import { setUpTeam } from '../../src/core/team/server/schema.ts';
import { newCustomerKey } from '../../src/core/team/sharedCustomer.ts';
import {
  type AdminSession,
  addressOf,
  asAdministrator,
} from '../../src/core/team/server/session.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { startTestKeychain } from '../../tests/contract/support/secretService.ts';
import { makeCertificates } from '../../tests/provider/tls/certificates.ts';
import { createInput } from '../../tests/support/builders.ts';
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts';
import { profileSetUp } from '../../tests/support/profileSetUp.ts';
import { buildIfStale } from '../start/build.ts';
import { type AtEnd, type Closer, type DemoDesk, openDemoDesk } from './demoDesk.ts';
import { type Shop, type Stage, tellStories } from './demoStories.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const NO_POSTGRES = `PostgreSQL 15 or newer is not installed on this machine. It is installed by
  sudo apt-get install postgresql      (Debian, Ubuntu)
  sudo dnf install postgresql-server   (Fedora)
DESK_POSTGRES_BIN names the folder of initdb and postgres where they are in another place.`;

/** Each with a supervisor, an operator and what its Live profile does without the server; PINs are of the demonstration alone. */
const DESKS = [
  {
    name: 'front',
    code: 'FR2',
    offline: 'warn',
    people: [
      ['Anna', '240611'],
      ['Boris', '730284'],
    ],
  },
  {
    name: 'back',
    code: 'BK3',
    // As every Live profile begins.
    offline: 'own_numbers',
    people: [
      ['Dilnoza', '518027'],
      ['Viktor', '964135'],
    ],
  },
  {
    name: 'night',
    code: 'NT4',
    offline: 'warn',
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

/** What a start that was cut off gets to find that everything it needs is gone. */
const LAST_STEP_MS = 2000;

type Member = (typeof DESKS)[number];

/** PostgreSQL, a team, and three desks of it in browsers, in one temporary folder; until Ctrl+C. Returns the exit code. */
export async function runDemo(): Promise<number> {
  const bin = findPostgres();
  if (bin === null) {
    console.error(NO_POSTGRES);
    return 1;
  }
  const closers: Closer[] = [];
  let isAsked = false;
  // A start that was cut off goes no further than to what it makes next, which is removed with the rest.
  const atEnd: AtEnd = (close) => {
    closers.push(close);
    if (isAsked) throw new Error('It was ended while it started.');
  };
  const asked = new Promise<void>((resolve) => {
    const end = (): void => {
      isAsked = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  });
  const starting = start(bin, atEnd).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  const first = await Promise.race([asked.then(() => null), starting]);
  if (first === null) await asked;
  console.log('\nEnding…');
  // The folder goes last: a start that was cut off still writes to it, and may have begun something since.
  await closeAll(closers, 1);
  await Promise.race([starting, sleep(LAST_STEP_MS)]);
  await closeAll(closers, 0);
  // Ctrl+C may have ended a child before this process is told of it.
  await sleep(100);
  const failed = isAsked ? null : first;
  // A terminal that may still send a line would keep this process.
  process.stdin.destroy();
  if (failed !== null) console.error(failed.message);
  return failed === null ? 0 : 1;
}

async function closeAll(closers: Closer[], kept: number): Promise<void> {
  while (closers.length > kept) {
    const close = closers.pop();
    // What one of them leaves behind is no reason to leave the rest.
    await Promise.resolve()
      .then(() => close?.())
      .catch((error: unknown) => console.error(String(error)));
  }
}

async function start(bin: string, atEnd: AtEnd): Promise<void> {
  if (!(await buildIfStale(ROOT))) throw new Error('The build failed.');
  const dir = mkdtempSync(path.join(tmpdir(), 'team-demo-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  // As root the server runs as another user, who has to reach its folder.
  chmodSync(dir, 0o711);
  console.log(`Everything is in ${dir}, and is removed at the end.`);
  const { postgres, administer } = await startServer(bin, dir, atEnd);
  const keychain = await startTestKeychain();
  atEnd(() => keychain.close());
  const invitations: string[] = [];
  const customerKey = newCustomerKey();
  for (const { name, code } of DESKS) {
    const options = { name, code, isReader: false, merchants: null, customerKey };
    const invited = await administer((session) => inviteDesk(session, options, new Date()));
    const invitation = invitationText(invited);
    invitations.push(invitation);
    console.log(`\n${name} (${code})\n  invitation: ${invitation}`);
  }
  // One after the other: where one is cut off, no other is just being started.
  const desks: DemoDesk[] = [];
  for (const { name } of DESKS) {
    const dataDir = path.join(dir, name);
    mkdirSync(dataDir);
    desks.push(await openDemoDesk({ name, dataDir, env: keychain.env, atEnd }));
  }
  if (keychain.available) {
    const server = {
      stop: () => postgres.stop(),
      start: () => postgres.start(),
      unfreeze: (name: string) => administer((session) => unfreezeDesk(session, name, true)),
    };
    await play(desks, invitations, { dir, server }, atEnd);
  } else {
    console.log(
      '\nThis machine has no keychain to keep a password in: join by hand in Settings → Team.',
    );
  }
  console.log('');
  for (const desk of desks) console.log(`${desk.name}, address: ${await desk.freshAddress()}`);
  console.log(
    '\nEach address is for one use. Enter: fresh ones. Ctrl+C: ends everything and removes the folder.',
  );
  process.stdin.on('data', () => void tellAddresses(desks));
}

/** PostgreSQL with the team's schema. */
async function startServer(bin: string, dir: string, atEnd: AtEnd) {
  const certificates = makeCertificates(new Date());
  const postgres = await startPostgres(bin, { tls: certificates.good, parent: dir });
  atEnd(() => postgres.close());
  const address = addressOf(postgres.adminUrl('postgres'), '', '', true);
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
  const administer = <T>(work: (session: AdminSession) => Promise<T>): Promise<T> =>
    asAdministrator(address, work);
  await administer((session) => setUpTeam(session, server));
  console.log(
    `PostgreSQL listens on 127.0.0.1:${postgres.port}. Its administrator: ${postgres.adminUrl('postgres')} --socket`,
  );
  console.log(`The root key, with which \`npm run team -- supervisor\` signs: ${keyFile}`);
  return { postgres, administer };
}

/** A provider of the demonstration; each desk joins and has a Live profile there; then the stories. */
async function play(
  desks: readonly DemoDesk[],
  invitations: readonly string[],
  stage: Pick<Stage, 'dir' | 'server'>,
  atEnd: AtEnd,
): Promise<void> {
  const shop = { merchant: profileSetUp().merchant, secret: 'of the demonstration' };
  const ledgerFile = path.join(stage.dir, 'provider.jsonl');
  const provider = await startSandbox({ port: 0, ledgerFile, merchants: [shop] });
  atEnd(() => provider.close());
  const place = { ...shop, baseUrl: provider.origin };
  const shops: Shop[] = [];
  for (const [at, member] of DESKS.entries()) {
    const desk = desks[at];
    if (desk !== undefined) shops.push(await settle(member, desk, invitations[at] ?? '', place));
  }
  await tellStories({ ...stage, shops, provider });
}

async function tellAddresses(desks: readonly DemoDesk[]): Promise<void> {
  for (const desk of desks) console.log(`${desk.name}: ${await desk.freshAddress()}`);
}

const shownSchema = z.object({ confirmId: z.string(), code: z.string() });
const profileSchema = z.object({ id: z.string() });

/** Joins, shares whole requests, makes its people and a Live profile, and issues the first requests as its supervisor. */
async function settle(
  { code, offline, people }: Member,
  desk: DemoDesk,
  invitation: string,
  shop: { readonly baseUrl: string; readonly merchant: string; readonly secret: string },
): Promise<Shop> {
  const { ask } = desk;
  const { baseUrl, merchant, secret } = shop;
  const setUp = profileSetUp({ baseUrl, merchant, orderPattern: '{flow}-{desk}-{counter}' });
  const { id: profileId } = profileSchema.parse(await ask('profile.save', { id: null, setUp }));
  const slot = { kind: 'signing' };
  await ask('profile.setSecret', { profileId, slot, secret, keep: 'stored' });
  await ask('team.join', { invitation });
  await ask('team.setProfile', { profileId: 'sandbox', sharing: 'whole', offline: 'warn' });
  await ask('team.setProfile', { profileId, sharing: 'masked', offline });
  const [[supervisor, pin], [operator, operatorPin]] = people;
  const shown = shownSchema.parse(await ask('people.begin', { name: supervisor, pin }));
  await ask('people.confirmCode', shown);
  await ask('people.add', { name: operator, role: 'operator', pin: operatorPin });
  console.log(
    `\n${desk.name}\n  ${supervisor}, supervisor, PIN ${pin}; ${operator}, operator, PIN ${operatorPin}; Supervisor code ${shown.code}`,
  );
  for (const [at, [customer, cents]] of SAMPLES.entries()) {
    await ask('issue.create', createInput({ order_id: `DEMO-${code}-${at + 1}`, customer, cents }));
  }
  return { desk, profileId, supervisor: { name: supervisor, pin } };
}
