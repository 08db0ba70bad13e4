import { chmodSync } from 'node:fs';
import path from 'node:path';

import type { Invitation } from '#core/team/invitation.ts';
import { joinTeam } from '#core/team/joining.ts';
import { newPassword } from '#core/team/passwords.ts';
import { newCustomerKey } from '#core/team/sharedCustomer.ts';
import { inviteDesk } from '#core/team/server/desks.ts';
import { setUpTeam } from '#core/team/server/schema.ts';
import { type AdminSession, addressOf, asAdministrator } from '#core/team/server/session.ts';

import { type Certificates, makeCertificates } from '../../tests/provider/tls/certificates.ts';
import { type Postgres, findPostgres, startPostgres } from '../../tests/support/postgres.ts';

/** As docs/team advises for a machine of this size. Commits are flushed to the disk. */
const SETTINGS = [
  'fsync = on',
  "shared_buffers = '1GB'",
  "work_mem = '16MB'",
  "maintenance_work_mem = '512MB'",
  "max_wal_size = '8GB'",
  "wal_compression = 'on'",
  "autovacuum_naptime = '1min'",
  'random_page_cost = 1.1',
  "effective_cache_size = '6GB'",
];

export type Member = { readonly invitation: Invitation; readonly password: string };

export type BenchServer = {
  readonly bin: string;
  readonly postgres: Postgres;
  readonly certificates: Certificates;
  readonly admin: <T>(work: (session: AdminSession) => Promise<T>) => Promise<T>;
  /** Desks with their own passwords. */
  readonly join: (count: number, prefix: string) => Promise<readonly Member[]>;
  readonly close: () => Promise<void>;
};

/** PostgreSQL from the system's packages with its files on the bench's disk, and an empty team in it. */
export async function startServer(dir: string, maxConnections: number): Promise<BenchServer> {
  const bin = findPostgres();
  if (bin === null) throw new Error('There is no PostgreSQL 15 or newer on this machine.');
  // As root the server runs as another user, who has to reach its folder.
  chmodSync(dir, 0o711);
  const certificates = makeCertificates(new Date());
  const postgres = await startPostgres(bin, {
    tls: certificates.good,
    maxConnections,
    parent: path.resolve(dir),
    settings: SETTINGS,
  });
  const address = addressOf(postgres.adminUrl('postgres'), '', '', true);
  if (address === null) throw new Error('The address of the server cannot be read.');
  const admin: BenchServer['admin'] = (work) => asAdministrator(address, work);
  const server = { host: '127.0.0.1', port: postgres.port, ca: certificates.caPem, rootKey: 'k' };
  await admin((session) => setUpTeam(session, server));
  const customerKey = newCustomerKey();
  return {
    bin,
    postgres,
    certificates,
    admin,
    async join(count, prefix) {
      const members: Member[] = [];
      for (let at = 0; at < count; at += 1) {
        const options = { name: `${prefix}${at}`, isReader: false, merchants: null, customerKey };
        const invitation = await admin((session) => inviteDesk(session, options, new Date()));
        const password = newPassword();
        const joined = await joinTeam(invitation, password);
        if (!joined.ok) throw new Error(JSON.stringify(joined.error));
        members.push({ invitation, password });
      }
      return members;
    },
    close: () => postgres.close(),
  };
}
