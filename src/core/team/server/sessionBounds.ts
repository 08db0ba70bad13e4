import type { AdminSession } from './session.ts';

/** For each session of a desk. A connection whose desk is gone without a word is given up after half a minute, not after two hours. */
const SESSION_SETTINGS = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  tcp_keepalives_idle: '15s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30s',
};

/** A sort without end would fill the server's disk. Unlike the others, a login cannot set it; nor can every administrator. */
const fileBound = (login: string): string => `
  DO $$
  BEGIN
    IF has_parameter_privilege('temp_file_limit', 'SET') THEN
      ALTER ROLE ${login} SET temp_file_limit = '256MB';
    END IF;
  END
  $$;`;

export async function boundSessions(session: AdminSession, login: string): Promise<void> {
  const settings = Object.entries(SESSION_SETTINGS);
  const texts = settings.map(([name, value]) => `ALTER ROLE ${login} SET ${name} = '${value}';`);
  await session.query([...texts, fileBound(login)].join('\n'));
}
