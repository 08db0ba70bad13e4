import type { Result } from '#shared/domain/result.ts';

import { type TeamAddress, connectTeam } from '../connect.ts';
import type { TeamFault } from '#shared/domain/team.ts';

/** An administrator's work is long: `verify` and `rebuild` read every event. */
const DEADLINE_MS = 600_000;
const CONNECT_DEADLINE_MS = 10_000;

/** Desks append meanwhile: everything that is read is of one moment. */
export const ONE_MOMENT = 'ISOLATION LEVEL REPEATABLE READ, READ ONLY';

export type AdminSession = {
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly unknown[]>;
  /** Rolled back when `work` throws. */
  readonly transaction: <T>(work: () => Promise<T>, modes?: string) => Promise<T>;
};

export class TeamFaultError extends Error {
  override readonly name = 'TeamFaultError';
  readonly fault: TeamFault;
  constructor(fault: TeamFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** Runs the work over one connection as the administrator. A command of theirs either ends or says why it did not: by throwing. */
export async function asAdministrator<T>(
  address: TeamAddress,
  work: (session: AdminSession) => Promise<T>,
): Promise<T> {
  const connection = valueOf(await connectTeam(address, CONNECT_DEADLINE_MS));
  const query: AdminSession['query'] = async (text, values = []) =>
    valueOf(await connection.ask(text, values, DEADLINE_MS));
  try {
    return await work({
      query,
      async transaction(inside, modes = '') {
        await query(`BEGIN ${modes}`);
        try {
          const done = await inside();
          await query('COMMIT');
          return done;
        } catch (error) {
          if (connection.isOpen()) await query('ROLLBACK');
          throw error;
        }
      },
    });
  } finally {
    connection.close();
  }
}

function valueOf<T>(result: Result<T, TeamFault>): T {
  if (!result.ok) throw new TeamFaultError(result.error);
  return result.value;
}

/**
 * `postgres://USER[:PASSWORD]@HOST[:PORT]/DATABASE`, or with `?host=/folder/of/socket` for this machine's own. `isSocket`: the
 * administrator said so beside the URL; a folder in the URL alone is refused by `connectTeam`.
 */
export function addressOf(
  url: string,
  ca: string,
  password: string,
  isSocket = false,
): TeamAddress | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  const { protocol, pathname, searchParams } = parsed;
  const database = decodeURIComponent(pathname.slice(1));
  if (!/^postgres(?:ql)?:$/u.test(protocol) || database === '' || parsed.username === '') {
    return null;
  }
  const port = parsed.port === '' ? (searchParams.get('port') ?? '5432') : parsed.port;
  return {
    isSocket,
    host: searchParams.get('host') ?? parsed.hostname.replaceAll(/^\[|\]$/gu, ''),
    port: Number(port),
    database,
    user: decodeURIComponent(parsed.username),
    password: parsed.password === '' ? password : decodeURIComponent(parsed.password),
    ca,
  };
}
