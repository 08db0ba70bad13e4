import type { TeamFault } from '../../src/shared/domain/team.ts';

export const HELP = `Usage: npm run team -- COMMAND [NAME] URL [flags]

  init URL --host HOST --root-key FILE   create the team; again: add the coming months, and take a new address
  invite NAME URL --customer-key FILE    a login for one desk, and its invitation; again: a new one, if unused or revoked
  revoke NAME URL                        close a desk's login and end its sessions
  free NAME URL [--merchant M --orders A,B]
                                         list orders that a desk holds and is not known to have sent; free those named
  unfreeze NAME URL                      let a forked desk go on; --new-stream: with the other branch
  unfreeze --server URL                  after a fail-over: stop waiting for desks that have not resent
  supervisor NAME URL --key KEY --root-key FILE   sign a supervisor's key; --end: it counts no more, for ever
  status URL                             desks, heads, conflicts
  verify URL                             chains and rows, checked with the desk's own code
  rebuild URL                            write wrong rows again from their events
  demo                                   PostgreSQL, a team and three desks in a temporary folder, until Ctrl+C

  URL              postgres://USER@HOST:PORT/DATABASE; the password from PGPASSWORD
  --socket         the URL has ?host=/var/run/postgresql, a socket of this machine: without TLS, and the server is not proven
  --ca FILE        the authority that signs the server's certificate (PEM); every command needs it but with --socket.
                   init hands it to desks
  --host, --port   init: the server as desks reach it (default of the port: that of URL)
  --root-key FILE  init: where the team's private root key is written. Keep it off the server. supervisor: where it is
  --customer-key FILE  invite: the key under which desks share masked customers, made for the first invitation. Keep it off the
                   server, and give the same file each time
  --key KEY        supervisor: the key that Settings → Team shows at the supervisor's desk
  --code ABC       invite: the desk's code in order ids (default: a free one)
  --reader         invite: a login that only reads
  --merchants A,B  invite: the merchants it may see (default: all)`;

/** What the server or the way to it said, for the person who runs it. */
export const FAULTS: Readonly<Record<TeamFault['code'], string>> = {
  name_not_resolved: 'The name of the server cannot be resolved.',
  unreachable: 'No server answers at this address.',
  timed_out: 'The server did not answer in time.',
  plain_text: 'The server offers no TLS. No password was sent. Set ssl = on in postgresql.conf.',
  wrong_host_name:
    "The server's certificate is for another host name. No password was sent. Use the name that the certificate has.",
  certificate_expired: "The server's certificate is out of date. No password was sent.",
  certificate_not_trusted:
    "The server's certificate is not signed by the given authority (--ca). No password was sent.",
  tls_failed: 'No TLS connection could be made. No password was sent.',
  not_scram:
    'The server asks for the password in another way than SCRAM with channel binding. No password was sent. Use hostssl … scram-sha-256 in pg_hba.conf.',
  login_refused: 'The server refused user name or password.',
  login_closed: 'The server lets this login in no more, or pg_hba.conf has no line for it.',
  no_database:
    'There is no such database. Create it first: createdb --encoding UTF8 --locale C.UTF-8 --template template0 NAME.',
  too_many_connections: 'The server has no free connection: raise max_connections.',
  starting: 'The server is starting or stopping.',
  busy: 'Another session holds what this needs.',
  lost: 'The connection was lost.',
  refused: 'The server refused it.',
  not_invited: 'The login is that of no desk, or its invitation was used or withdrawn.',
};
