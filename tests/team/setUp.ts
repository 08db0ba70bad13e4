import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type TeamCalls, teamCalls } from '../../src/core/team/calls.ts';
import { type TeamConnection, connectTeam } from '../../src/core/team/connect.ts';
import type { Invitation } from '../../src/core/team/invitation.ts';
import { addressIn, joinTeam } from '../../src/core/team/joining.ts';
import { newCustomerKey } from '../../src/core/team/sharedCustomer.ts';
import { newTeamKey } from '../../src/core/team/signing.ts';
import { newPassword } from '../../src/core/team/passwords.ts';
import { type InviteOptions, inviteDesk } from '../../src/core/team/server/desks.ts';
import { setUpTeam } from '../../src/core/team/server/schema.ts';
import {
  type AdminSession,
  addressOf,
  asAdministrator,
} from '../../src/core/team/server/session.ts';
import { CHAIN_START, digestOf, hashOf } from '../../src/core/log/store/chain.ts';
import type { TeamEvent, TeamRow } from '../../src/core/team/sharing.ts';
import { type Certificates, makeCertificates } from '../provider/tls/certificates.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

/** What the suite found. Every check is a case; one that fails is of one of three kinds. */
export type Findings = {
  cases: number;
  readonly lost: string[];
  readonly doubled: string[];
  readonly misclassified: string[];
};
type Kind = Exclude<keyof Findings, 'cases'>;

/** A busy machine does not end a claim of the tests. */
type DeskCalls = Omit<TeamCalls, 'claim'> & {
  readonly claim: (
    ...asked: [intent: string, merchant: string, order: string, deadlineMs?: number]
  ) => ReturnType<TeamCalls['claim']>;
};

export type Desk = {
  readonly name: string;
  readonly invitation: Invitation;
  readonly password: string;
  readonly deskId: string;
  readonly connection: TeamConnection;
  readonly calls: DeskCalls;
  /** Another connection of the same login. */
  readonly again: () => Promise<{ readonly connection: TeamConnection; readonly calls: DeskCalls }>;
};

export type Team = {
  readonly bin: string;
  readonly postgres: Postgres;
  readonly certificates: Certificates;
  readonly url: string;
  readonly findings: Findings;
  readonly check: (kind: Kind, what: string, is: unknown, expected: unknown) => void;
  readonly admin: <T>(work: (session: AdminSession) => Promise<T>) => Promise<T>;
  readonly invite: (more?: Partial<InviteOptions>) => Promise<Invitation>;
  readonly join: (more?: Partial<InviteOptions>) => Promise<Desk>;
  readonly close: () => Promise<void>;
};

export const DEADLINE_MS = 10_000;
/** No filter. */
export const EVERYTHING = { desk: null, outcome: null, isSandbox: null, before: null };
/** The team's root. */
export const ROOT_KEY = newTeamKey();
/** Under which the team shares masked customers. */
export const CUSTOMER_KEY = newCustomerKey();
let named = 0;

export function value<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** A server of its own with an empty team. `host`: what its certificate is checked against. */
export async function startTeam(
  bin: string,
  findings: Findings,
  maxConnections = 100,
): Promise<Team> {
  const certificates = makeCertificates(new Date());
  const postgres = await startPostgres(bin, { tls: certificates.good, maxConnections });
  const url = postgres.adminUrl('postgres');
  const address = addressOf(url, '', '', true);
  if (address === null) throw new Error('The address of the test server cannot be read.');
  const admin: Team['admin'] = (work) => asAdministrator(address, work);
  const server = {
    host: '127.0.0.1',
    port: postgres.port,
    ca: certificates.caPem,
    rootKey: ROOT_KEY.publicKey,
  };
  await admin((session) => setUpTeam(session, server));
  const invite: Team['invite'] = (more = {}) => {
    named += 1;
    const customerKey = CUSTOMER_KEY;
    const options = { name: `n${named}`, isReader: false, merchants: null, customerKey, ...more };
    return admin((session) => inviteDesk(session, options, new Date()));
  };
  return {
    bin,
    postgres,
    certificates,
    url,
    findings,
    check(kind, what, is, expected) {
      findings.cases += 1;
      const [shown, wanted] = [JSON.stringify(is), JSON.stringify(expected)];
      if (shown !== wanted) findings[kind].push(`${what}: ${shown}, not ${wanted}`);
    },
    admin,
    invite,
    join: async (more) => joined(await invite(more)),
    close: () => postgres.close(),
  };
}

async function joined(invitation: Invitation): Promise<Desk> {
  const password = newPassword();
  const { deskId } = value(await joinTeam(invitation, password));
  const again: Desk['again'] = async () => {
    const connection = value(await connectTeam(addressIn(invitation, password), DEADLINE_MS));
    const calls = teamCalls(connection);
    const patient: DeskCalls = {
      ...calls,
      claim: (intent, merchant, order, deadlineMs = DEADLINE_MS) =>
        calls.claim(intent, merchant, order, deadlineMs),
    };
    return { connection, calls: patient };
  };
  return {
    name: invitation.login.slice('desk_'.length),
    invitation,
    password,
    deskId,
    again,
    ...(await again()),
  };
}

type Written = {
  readonly kind: string;
  readonly body: unknown;
  readonly intentId?: string;
  readonly at?: string;
};

/** Events that follow each other, linked by the desk's own chain. */
export function chained(
  written: readonly Written[],
  after: { readonly seq: number; readonly hash: Uint8Array } = { seq: 0, hash: CHAIN_START },
): readonly TeamEvent[] {
  let { seq, hash: previous } = after;
  return written.map(({ kind, body, intentId = null, at = new Date().toISOString() }, place) => {
    seq += 1;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const salt = Buffer.alloc(16, seq + place);
    const digest = Buffer.from(digestOf(salt, text));
    const hash = Buffer.from(hashOf(previous, seq, at, kind, digest));
    const event = {
      seq,
      at,
      kind,
      intentId,
      body: text,
      salt,
      digest,
      previous: Buffer.from(previous),
      hash,
    };
    previous = hash;
    return event;
  });
}

export function noted(count: number, text = 'n'): readonly Written[] {
  return Array.from({ length: count }, (_, place) => ({
    kind: 'noted',
    body: { note: `${text}${place}` },
  }));
}

export const MERCHANT = '11111111-2222-4333-8444-555555555555';

export function rowOf(
  orderId: string,
  outcome: string,
  lastSeq: number,
  more: Partial<TeamRow> = {},
): TeamRow {
  return {
    intentId: randomUUID(),
    createdAt: new Date().toISOString(),
    merchant: MERCHANT,
    orderId,
    customer: 'cust-1',
    cents: 150_000,
    currency: 'RUB',
    outcome,
    state: null,
    resolution: null,
    lastSeq,
    document: null,
    closes: outcome === 'not_sent' || outcome === 'rejected',
    ...more,
  };
}

/** Appends at the head, so that a case need not know what came before. */
export async function appendNext(
  { calls }: Pick<Desk, 'calls'>,
  written: readonly Written[],
  rows: (firstSeq: number) => readonly TeamRow[] = () => [],
): Promise<string> {
  const standing = value(await calls.standing());
  const after = { seq: standing.head_seq, hash: standing.head_hash };
  const events = chained(written, after);
  const logSeq = after.seq + events.length;
  const appended = value(
    await calls.append({ stream: standing.stream, logSeq, events, rows: rows(after.seq + 1) }),
  );
  return appended.outcome === 'refused' ? `refused: ${appended.detail}` : appended.outcome;
}

const PATIENCE_MS = 60_000;

/** Whether it came to be so. */
export async function until(is: () => boolean | Promise<boolean>): Promise<boolean> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    if (await is()) return true;
    await sleep(25);
  }
  return false;
}
