import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { invitationText } from '../src/core/team/invitation.ts';
import { endWait, inviteDesk, revokeDesk, unfreezeDesk } from '../src/core/team/server/desks.ts';
import { freeOrders, heldOrders } from '../src/core/team/server/heldOrders.ts';
import { TeamServerError, setUpTeam } from '../src/core/team/server/schema.ts';
import {
  type AdminSession,
  TeamFaultError,
  addressOf,
  asAdministrator,
} from '../src/core/team/server/session.ts';
import { signSupervisor } from '../src/core/team/server/supervisors.ts';
import { type TeamStatus, teamStatus } from '../src/core/team/server/status.ts';
import { rebuildRows, verifyTeam } from '../src/core/team/server/verify.ts';
import { newCustomerKey } from '../src/core/team/sharedCustomer.ts';
import { FAULTS, HELP } from './team/words.ts';

const EXIT = { ok: 0, notOk: 1, usage: 2 } as const;

const FLAGS = {
  ca: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'root-key': { type: 'string' },
  code: { type: 'string' },
  reader: { type: 'boolean' },
  merchants: { type: 'string' },
  'new-stream': { type: 'boolean' },
  server: { type: 'boolean' },
  key: { type: 'string' },
  'customer-key': { type: 'string' },
  socket: { type: 'boolean' },
  end: { type: 'boolean' },
  merchant: { type: 'string' },
  orders: { type: 'string' },
  help: { type: 'boolean' },
} as const;

function readFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
}
type Flags = ReturnType<typeof readFlags>['values'];

class UsageError extends Error {}

type Command = (session: AdminSession, name: string, flags: Flags) => Promise<number>;

const COMMANDS: ReadonlyMap<string, { readonly takesName: boolean; readonly run: Command }> =
  new Map([
    ['init', { takesName: false, run: init }],
    ['invite', { takesName: true, run: invite }],
    ['revoke', { takesName: true, run: revoke }],
    ['free', { takesName: true, run: free }],
    ['unfreeze', { takesName: true, run: unfreeze }],
    ['supervisor', { takesName: true, run: supervisor }],
    ['status', { takesName: false, run: status }],
    ['verify', { takesName: false, run: verify }],
    ['rebuild', { takesName: false, run: rebuild }],
  ]);

async function init(session: AdminSession, _: string, flags: Flags): Promise<number> {
  const { host, 'root-key': keyFile, ca, port } = flags;
  if (host === undefined || keyFile === undefined || ca === undefined) {
    throw new UsageError('init needs --host, --ca and --root-key.');
  }
  const key = rootKeyIn(keyFile);
  const isNew = await setUpTeam(session, {
    host,
    port: Number(port),
    ca: readFileSync(ca, 'utf8'),
    rootKey: key.publicKey,
  });
  const isOfTeam = (await teamStatus(session)).root_key === key.publicKey;
  // Only now it is known that the team has another one. After a failure the file stays, and the next `init` takes its key.
  if (key.isNew && !isOfTeam) rmSync(keyFile);
  if (isOfTeam && (key.isNew || isNew)) {
    console.log(
      `The team's root key is in ${keyFile}. Move it off this machine: it makes supervisors.`,
    );
  }
  console.log(isNew ? 'The team is created.' : 'The team is up to date.');
  return EXIT.ok;
}

/**
 * The key in this file, or a new one. It is written before the team is made: a key that could not be written afterwards would be
 * lost, and no supervisor could ever be signed.
 */
function rootKeyIn(file: string): { readonly publicKey: string; readonly isNew: boolean } {
  const isNew = !existsSync(file);
  if (isNew) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  }
  try {
    const key = createPublicKey(readFileSync(file, 'utf8'));
    return { publicKey: key.export({ type: 'spki', format: 'pem' }).toString(), isNew };
  } catch {
    throw new UsageError(`${file} is there and holds no root key.`);
  }
}

/** Prints an invitation. The first one of a team makes the file of its customer key. */
async function invite(session: AdminSession, name: string, flags: Flags): Promise<number> {
  const { code, reader, merchants, 'customer-key': keyFile } = flags;
  if (keyFile === undefined) throw new UsageError('invite needs --customer-key.');
  const isNew = !existsSync(keyFile);
  if (isNew) writeFileSync(keyFile, `${newCustomerKey()}\n`, { mode: 0o600, flag: 'wx' });
  const options = {
    name,
    code,
    isReader: reader === true,
    merchants: merchants?.split(',') ?? null,
    customerKey: customerKeyIn(keyFile),
  };
  const invitation = await inviteDesk(session, options, new Date()).catch((error: unknown) => {
    if (isNew) rmSync(keyFile);
    throw error;
  });
  if (isNew) {
    console.error(
      `The team's customer key is in ${keyFile}. Every later invitation needs it. Keep it off the server.`,
    );
  }
  console.error(
    `For ${name} alone, until ${invitation.until}. Hand it over by a way that others cannot read:`,
  );
  console.log(invitationText(invitation));
  return EXIT.ok;
}

const CUSTOMER_KEY = /^[\w-]{43}$/u;

function customerKeyIn(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (!CUSTOMER_KEY.test(text)) throw new TeamServerError(`${file} holds no customer key.`);
  return text;
}

async function revoke(session: AdminSession, name: string): Promise<number> {
  const ended = await revokeDesk(session, name);
  console.log(`The login of ${name} is closed; ${ended} sessions were ended. Its events stay.`);
  return EXIT.ok;
}

async function free(session: AdminSession, name: string, flags: Flags): Promise<number> {
  const { merchant, orders } = flags;
  if (orders === undefined) return listHeld(session, name);
  if (merchant === undefined) throw new UsageError('free needs --merchant with --orders.');
  const named = orders.split(',');
  const freed = await freeOrders(session, name, merchant, named);
  console.log(`Free: ${freed.length === 0 ? 'none' : freed.join(', ')}.`);
  const kept = named.filter((order) => !freed.includes(order));
  if (kept.length > 0) console.log(`Not held, or known to be sent: ${kept.join(', ')}.`);
  return kept.length === 0 ? EXIT.ok : EXIT.notOk;
}

/** Which orders could be freed. */
async function listHeld(session: AdminSession, name: string): Promise<number> {
  const held = await heldOrders(session, name);
  for (const { merchant, order_id: order, since } of held) {
    console.log(`${order}  ${merchant}  since ${since.toISOString()}`);
  }
  console.log(
    `${held.length} orders of ${name} are held and not known to be sent. Ask the provider before you free one.`,
  );
  return EXIT.ok;
}

async function unfreeze(session: AdminSession, name: string, flags: Flags): Promise<number> {
  if (flags.server === true) {
    const { is_waiting: isWaiting } = await teamStatus(session);
    await endWait(session);
    console.log(isWaiting ? 'Claims go on.' : 'Claims were not waiting.');
    return EXIT.ok;
  }
  await unfreezeDesk(session, name, flags['new-stream'] === true);
  console.log(`${name} is active again.`);
  return EXIT.ok;
}

async function supervisor(session: AdminSession, name: string, flags: Flags): Promise<number> {
  const { key, 'root-key': keyFile } = flags;
  if (key === undefined || keyFile === undefined) {
    throw new UsageError('supervisor needs --key and --root-key.');
  }
  const rootKey = readFileSync(keyFile, 'utf8');
  const role = flags.end === true ? 'none' : 'supervisor';
  await signSupervisor(session, { name, publicKey: key, rootKey, role });
  console.log(
    role === 'none'
      ? `The key of ${name} counts no more.`
      : `${name} is a supervisor of the team, at the desk that has this key.`,
  );
  return EXIT.ok;
}

async function status(session: AdminSession): Promise<number> {
  tell(await teamStatus(session));
  return EXIT.ok;
}

function tell(found: TeamStatus): void {
  for (const desk of found.desks) {
    const seen = desk.last_seen === null ? 'never seen' : `seen ${desk.last_seen.toISOString()}`;
    const kind = desk.code ?? 'reader';
    console.log(
      `${desk.login}  ${kind}  ${desk.state}  event ${desk.head_seq} of stream ${desk.stream}  ${seen}`,
    );
  }
  console.log(`${found.claims} claims, ${found.conflicts} conflicts, ${found.branches} branches`);
  if (found.is_waiting) {
    const late = found.desks.filter((desk) => desk.state === 'active' && !desk.is_in_step);
    console.log(
      `The server's timeline changed to ${found.timeline}: claims wait for ${late.map(({ login }) => login).join(', ')}.`,
    );
  }
  if (found.other_rows > 0) {
    console.log(
      `${found.other_rows} rows are of months that have no partition: clocks are wrong, or init was not run for a year.`,
    );
  }
  if (found.max_connections < found.connectionsNeeded) {
    console.log(
      `max_connections is ${found.max_connections}; these desks need ${found.connectionsNeeded}.`,
    );
  }
}

async function verify(session: AdminSession): Promise<number> {
  const reports = await verifyTeam(session);
  for (const { login, stream, events, brokenAt, emptied, unread, compared, wrongRows } of reports) {
    const chain = brokenAt === null ? 'the chain holds' : `the chain breaks at event ${brokenAt}`;
    const odd = unread === 0 ? '' : `, ${unread} events of a newer version`;
    console.log(
      `${login}, stream ${stream}: ${events} events, ${chain}; ${compared} rows compared, ${wrongRows.length} wrong${odd}`,
    );
    if (emptied.length > 0) {
      console.log(`  bodies are missing that no event names as erased: ${emptied.join(', ')}`);
    }
    for (const intentId of wrongRows)
      console.log(`  the row of ${intentId} is not what its events say`);
  }
  const isSound = reports.every(
    ({ brokenAt, emptied, wrongRows }) =>
      brokenAt === null && emptied.length === 0 && wrongRows.length === 0,
  );
  return isSound ? EXIT.ok : EXIT.notOk;
}

async function rebuild(session: AdminSession): Promise<number> {
  await setUpTeam(session, null);
  console.log(`${await rebuildRows(session)} rows were written again.`);
  return EXIT.ok;
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args);
  const [name = '', ...rest] = positionals;
  const command = COMMANDS.get(name);
  if (values.help === true) {
    console.log(HELP);
    return EXIT.ok;
  }
  if (name === 'demo') {
    // Loaded only here: it brings the tests' servers with it.
    const { runDemo } = await import('./team/demo.ts');
    return runDemo();
  }
  if (command === undefined) {
    throw new UsageError(name === '' ? 'Name a command.' : `There is no command ${name}.`);
  }
  const takesName = command.takesName && values.server !== true;
  const [desk = '', url = ''] = takesName ? rest : ['', ...rest];
  const ca = values.ca === undefined ? '' : readFileSync(values.ca, 'utf8');
  const isSocket = values.socket === true;
  const address = addressOf(url, ca, process.env['PGPASSWORD'] ?? '', isSocket);
  if (address === null) throw new UsageError('The URL is not postgres://USER@HOST:PORT/DATABASE.');
  if (address.host.startsWith('/') && !isSocket) {
    throw new UsageError(
      `--socket is needed: ${address.host} is a folder, where no TLS is spoken.`,
    );
  }
  if (ca === '' && !isSocket) throw new UsageError('--ca is needed to trust the server.');
  const flags = { ...values, port: values.port ?? String(address.port) };
  return asAdministrator(address, (session) => command.run(session, desk, flags));
}

/** Of a file that a flag names. */
function fileFault({ message }: Error): string {
  return `A file cannot be read or written: ${message}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  if (error instanceof TeamFaultError)
    console.error(`${FAULTS[error.fault.code]} (${error.fault.detail})`);
  else if (error instanceof TeamServerError) console.error(error.message);
  else if (isUsage) console.error(`${error.message}\n\n${HELP}`);
  else if (error instanceof Error && 'syscall' in error) console.error(fileFault(error));
  else throw error;
  process.exitCode = isUsage ? EXIT.usage : EXIT.notOk;
}
