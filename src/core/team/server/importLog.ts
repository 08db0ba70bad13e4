import { z } from 'zod';

import type { Operator } from '#shared/domain/request.ts';
import type { TeamStanding } from '#shared/domain/team.ts';

import { createJsonFiles } from '../../files/jsonFile.ts';
import { readAnchor } from '../../log/care/anchor.ts';
import { lookAtLog } from '../../log/care/damage.ts';
import { settleAsRestored } from '../../log/care/restore.ts';
import type { KeyInHand } from '../../log/care/stamps.ts';
import { verifyLog } from '../../log/care/verify.ts';
import { readTeamBatch } from '../../log/reads/teamBatch.ts';
import { openForReading } from '../../log/store/database.ts';
import { createEventStore } from '../../log/store/eventStore.ts';
import { type LogPaths, logPathsOf } from '../../log/store/paths.ts';
import { createStore } from '../../log/store/store.ts';
import { storedProfiles } from '../../profiles/profiles.ts';
import { SANDBOX_PROFILE_ID } from '../../profiles/sandboxProfile.ts';
import { type TeamAddress, connectTeam } from '../connect.ts';
import {
  type Membership,
  type SharingPlan,
  createMembershipFile,
  deskNameOf,
  sharingOf,
  sharingPlan,
} from '../membership.ts';
import { newPassword, scramVerifier } from '../passwords.ts';
import { createReplication } from '../replication.ts';
import { shareCustomerWith } from '../sharedCustomer.ts';
import { knownLogin, revokeDesk, serverRow, takeCustomerKey } from './desks.ts';
import { TeamServerError } from './migrate.ts';
import { type AdminSession, TeamFaultError } from './session.ts';

const CONNECT_DEADLINE_MS = 10_000;
/** The key of this machine is that of another log, or of none. */
const NO_KEY = { state: 'none_stored' } as const;

/** The data directory of a revoked desk. No desk may be at work in it. */
export type HandedIn = {
  readonly dataDir: string;
  readonly key: KeyInHand;
  readonly operator: Operator;
  /** Null: nothing is said of masked customers. */
  readonly customerKey: string | null;
  readonly now: Date;
};

export type Imported = {
  readonly events: number;
  /** Requests that were under way, and are unknown now. */
  readonly unknown: number;
};

/**
 * Sends what the log of a revoked desk has and the server has not, as far as its profiles share it. What was under way becomes
 * unknown by the rule of a restored desk, so its claims stay. The login is open meanwhile, with a password that only this process has.
 */
export async function importLog(
  session: AdminSession,
  name: string,
  { dataDir, customerKey, now, ...by }: HandedIn,
): Promise<Imported> {
  const login = await knownLogin(session, name);
  if (customerKey !== null) await takeCustomerKey(session, customerKey);
  const desk = await revokedDesk(session, login);
  const { membership, plan } = sharedBy(dataDir, customerKey, now);
  if (membership?.deskId !== desk.desk_id) {
    throw new TeamServerError(`${dataDir} is not the data directory of ${name}.`);
  }
  const paths = logPathsOf(dataDir);
  const look = lookAtLog(paths);
  if (!look.ok || look.value !== 'there') {
    throw new TeamServerError(
      `The log in ${dataDir} is missing or damaged: see npm run restore-log.`,
    );
  }
  await refuseOther(session, desk, paths, name);
  refuseDoctored(paths, plan);
  const unknown = settleAsRestored({ paths, at: now.toISOString(), ...by });
  await opened(session, login, (address) => sendAll(address, paths, plan));
  const { head_seq: head } = await revokedDesk(session, login);
  return { events: head - desk.head_seq, unknown };
}

const deskSchema = z.object({
  desk_id: z.uuid(),
  state: z.string(),
  stream: z.int(),
  head_seq: z.coerce.number(),
});
type DeskHere = z.infer<typeof deskSchema>;

async function revokedDesk(session: AdminSession, login: string): Promise<DeskHere> {
  const [found] = await asOwner(session, () =>
    session.query('SELECT desk_id, state, stream, head_seq FROM team.desk WHERE login = $1', [
      login,
    ]),
  );
  const desk = deskSchema.parse(found);
  if (desk.state !== 'revoked') {
    throw new TeamServerError(`${deskNameOf(login)} is not revoked: it sends its events itself.`);
  }
  return desk;
}

function asOwner<T>(session: AdminSession, work: () => Promise<T>): Promise<T> {
  return session.transaction(async () => {
    await session.query('SET LOCAL ROLE team_owner');
    return work();
  });
}

function sharedBy(
  dataDir: string,
  customerKey: string | null,
  now: Date,
): { readonly membership: Membership | null; readonly plan: SharingPlan } {
  const files = createJsonFiles(now, (line) => {
    throw new TeamServerError(line);
  });
  const membership = createMembershipFile({ dataDir, files }).read();
  if (membership === null)
    return { membership, plan: { byProfile: {}, others: 'proof', customerKey } };
  const sandbox = { id: SANDBOX_PROFILE_ID, mode: 'sandbox' } as const;
  const own = storedProfiles({ dataDir, files });
  const plan = sharingPlan(membership, [sandbox, ...own], customerKey);
  // Where no profile is known, none has said that all of it may be shared.
  return { membership, plan: own.length === 0 ? { ...plan, others: 'proof' } : plan };
}

/** Before anything is written: a log that is older than the events here, or another branch of them, is left as it is. */
async function refuseOther(
  session: AdminSession,
  { desk_id: deskId, stream, head_seq: head }: DeskHere,
  paths: LogPaths,
  name: string,
): Promise<void> {
  const { length, hashAt, close } = readLog(paths);
  try {
    const both = Math.min(head, length);
    const [row] = await asOwner(session, () =>
      session.query(
        "SELECT encode(hash, 'hex') AS hash FROM team.event WHERE desk_id = $1 AND stream = $2 AND seq = $3",
        [deskId, stream, both],
      ),
    );
    const here = both === 0 ? null : z.object({ hash: z.string() }).parse(row).hash;
    if (here !== null && here !== hashAt(both)) {
      throw new TeamServerError(
        `This log is another branch than the events of ${name} at the server: nothing was imported.`,
      );
    }
    if (length < head) {
      throw new TeamServerError(
        `The server has ${head} events of ${name}, this log ${length}: nothing was imported.`,
      );
    }
  } finally {
    close();
  }
}

/** Before anything is written: the server believes the rows of a desk, and a person may have changed them since. */
function refuseDoctored(paths: LogPaths, plan: SharingPlan): void {
  const db = openForReading(paths.file);
  try {
    const { verdict, detail } = verifyLog(createStore(db), readAnchor(paths.anchor), NO_KEY);
    if (verdict !== 'holds') {
      throw new TeamServerError(
        `The log does not hold (${verdict}: ${detail ?? ''}): nothing was imported. See npm run verify-log.`,
      );
    }
    const ids = db.prepare('SELECT DISTINCT profile_id FROM request').pluck().all();
    if (ids.some((id) => !Object.hasOwn(plan.byProfile, String(id)))) {
      throw new TeamServerError(
        'It is not known what its profiles share: profiles.json lacks some that the log has. Nothing was imported.',
      );
    }
  } finally {
    db.close();
  }
}

function readLog({ file }: LogPaths) {
  const db = openForReading(file);
  const events = createEventStore(db);
  return { length: events.head().seq, hashAt: events.hashAt, close: () => void db.close() };
}

/** Closed again whatever happens but a kill; after one `revoke` closes it. Nothing of the directory says where the server is. */
async function opened<T>(
  session: AdminSession,
  login: string,
  work: (address: TeamAddress) => Promise<T>,
): Promise<T> {
  const name = deskNameOf(login);
  const password = newPassword();
  const { host, port, database, ca } = await serverRow(session);
  // A session that outlived the first revoking would be open with it.
  await revokeDesk(session, name);
  try {
    await session.query(`ALTER ROLE ${login} LOGIN PASSWORD '${scramVerifier(password)}'`);
    await asOwner(session, () =>
      session.query("UPDATE team.desk SET state = 'active' WHERE login = $1", [login]),
    );
    return await work({ host, port, database, ca, user: login, password, purpose: 'log' });
  } finally {
    await closed(session, name);
  }
}

async function closed(session: AdminSession, name: string): Promise<void> {
  try {
    await revokeDesk(session, name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TeamServerError(`The login of ${name} may still be open (${why}): revoke it.`);
  }
}

async function sendAll(address: TeamAddress, { file }: LogPaths, plan: SharingPlan): Promise<void> {
  const db = openForReading(file);
  const store = createStore(db);
  const share = shareCustomerWith(plan.customerKey);
  let replication: ReturnType<typeof createReplication> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      replication = createReplication({
        connect: () => connectTeam(address, CONNECT_DEADLINE_MS),
        read: (after, most) => readTeamBatch(store, after, most, sharingOf(plan), share),
        now: () => new Date(),
        random: Math.random,
        onState: (state) => {
          const fault = faultOf(state);
          if (fault !== null) reject(fault);
          else if (state.kind === 'in_step') resolve();
        },
      });
    });
  } finally {
    await replication?.close();
    db.close();
  }
}

/** Null: it goes on, or all of it is there. */
function faultOf(state: TeamStanding): Error | null {
  if (state.kind === 'offline') return new TeamFaultError(state.fault);
  if (state.kind === 'stopped') {
    return new TeamServerError(`The server did not take the events: ${state.detail ?? state.why}.`);
  }
  return state.kind === 'server_ahead'
    ? new TeamServerError('The server has more events than this log.')
    : null;
}
