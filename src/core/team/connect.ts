import pg from 'pg';
import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';
import type { TeamFault } from '#shared/domain/team.ts';

import { within } from '../within.ts';
import { faultOf } from './faults.ts';

/** Where the team's server is, and as whom it is asked. */
export type TeamAddress = {
  /** A name or an IP address; with `isSocket` the folder of a socket on this machine. */
  readonly host: string;
  /** Only for an administrator who said so: on a socket no TLS is spoken, and the server is not proven. */
  readonly isSocket?: boolean;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** What the connection is for. The server ends an older one of the same desk and purpose, which the desk must have lost. */
  readonly purpose?: 'claims' | 'log';
  /** PEM. Nothing else is trusted, not even what the system trusts. Without effect on a socket. */
  readonly ca: string;
};

export type TeamConnection = {
  /** Rows of one statement. At the deadline the socket is destroyed: whether the server did it is then unknown. */
  readonly ask: (
    text: string,
    values: readonly unknown[],
    deadlineMs: number,
  ) => Promise<Result<readonly unknown[], TeamFault>>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

const saslSchema = z.looseObject({ mechanisms: z.array(z.string()) });

/**
 * Connects by verified TLS and SCRAM bound to that TLS connection, or by a socket of this machine. `pg` answers whatever a server
 * asks for; here a server that asks for the password in another way is left before an answer goes out.
 */
export async function connectTeam(
  address: TeamAddress,
  deadlineMs: number,
): Promise<Result<TeamConnection, TeamFault>> {
  const { isSocket = false } = address;
  // `pg` takes a host that begins like this for the folder of a socket, where the password would go to whichever program listens.
  if (address.host.startsWith('/') !== isSocket) {
    return err({ code: 'plain_text', detail: `${address.host} is no name of a server` });
  }
  // `pg` would say something about SASL.
  if (!isSocket && address.password === '') {
    return err({ code: 'login_refused', detail: 'no password was given' });
  }
  const ssl = isSocket
    ? false
    : { ca: address.ca, rejectUnauthorized: true, minVersion: 'TLSv1.2' as const };
  const connection = new pg.Connection({ ssl, keepAlive: true });
  const config: pg.ClientConfig & { readonly connection: pg.Connection } = {
    connection,
    ssl,
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    // A function: `pg` would look for another password in files where this one is empty.
    password: () => address.password,
    enableChannelBinding: true,
    application_name: applicationOf(address),
    options: '',
  };
  const client = new pg.Client(config);
  const state: State = { fault: null, isOpen: true };
  const leave = (fault: TeamFault): void => {
    state.fault ??= fault;
    state.isOpen = false;
    connection.stream.destroy();
  };
  if (!isSocket) requireScram(connection, leave);
  client.on('error', (error) => leave(faultOf(error)));
  client.on('end', () => {
    state.isOpen = false;
  });
  const connected = await answerOf(deadlineMs, state, leave, () => client.connect());
  // What came in the same piece of data is read although the socket is destroyed.
  const fault = connected.ok ? state.fault : connected.error;
  if (fault !== null) {
    leave(fault);
    return err(fault);
  }
  return ok(connectionOf(client, state, leave));
}

function applicationOf({ purpose }: TeamAddress): string {
  return purpose === undefined ? 'deposit-desk' : `deposit-desk ${purpose}`;
}

type State = { fault: TeamFault | null; isOpen: boolean };
type Leave = (fault: TeamFault) => void;

function connectionOf(client: pg.Client, state: State, leave: Leave): TeamConnection {
  /** `pg` takes one statement at a time. The deadline counts from the asking, not from the turn. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    async ask(text, values, deadlineMs) {
      const lost = (): TeamFault => state.fault ?? { code: 'lost', detail: 'not connected' };
      if (!state.isOpen) return err(lost());
      const answer = await answerOf(deadlineMs, state, leave, () => {
        const mine = last.then(() =>
          state.isOpen
            ? client.query<Record<string, unknown>>(text, [...values])
            : Promise.reject(new Error('not connected')),
        );
        last = mine.catch(() => undefined);
        return mine;
      });
      return answer.ok ? ok(answer.value.rows) : answer;
    },
    isOpen: () => state.isOpen,
    close() {
      leave({ code: 'lost', detail: 'closed' });
    },
  };
}

/** Listeners of `pg` itself come later, and find the socket destroyed. */
function requireScram(connection: pg.Connection, leave: Leave): void {
  let isProven = false;
  const refuse = (asked: string) => (): void =>
    leave({ code: 'not_scram', detail: `The server asked for ${asked}.` });
  connection.on('authenticationCleartextPassword', refuse('the password in clear text'));
  connection.on('authenticationMD5Password', refuse('an MD5 hash of the password'));
  connection.on('authenticationSASL', (message: unknown) => {
    const asked = saslSchema.safeParse(message);
    const isBound = asked.success && asked.data.mechanisms.includes('SCRAM-SHA-256-PLUS');
    if (!isBound) refuse('SCRAM without channel binding')();
  });
  connection.on('authenticationSASLFinal', () => {
    isProven = true;
  });
  connection.on('authenticationOk', () => {
    if (!isProven) refuse('no password at all')();
  });
}

async function answerOf<T>(
  deadlineMs: number,
  state: State,
  leave: Leave,
  work: () => Promise<T>,
): Promise<Result<T, TeamFault>> {
  try {
    const answer = work().then((value) => ok(value));
    return await within(answer, { ms: deadlineMs }, () => {
      const late: TeamFault = { code: 'timed_out', detail: `No answer within ${deadlineMs} ms.` };
      leave(late);
      return err(state.fault ?? late);
    });
  } catch (error) {
    return err(state.fault ?? faultOf(error));
  }
}
