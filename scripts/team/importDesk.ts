import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';

import { importLog } from '../../src/core/team/server/importLog.ts';
import { TeamServerError } from '../../src/core/team/server/migrate.ts';
import type { AdminSession } from '../../src/core/team/server/session.ts';
import { withAnchorKey } from '../log/anchorKey.ts';
import { EXIT, inDataDir } from '../log/command.ts';

/** `team import`: the data directory of a revoked desk, as it was handed in. */
export async function importDesk(
  session: AdminSession,
  name: string,
  dataDir: string,
  customerKey: string | null,
): Promise<number> {
  refuseLinks(dataDir);
  return inDataDir(dataDir, 'team import', async () => {
    const stored = await withAnchorKey((key) => key.read());
    const key =
      stored.ok && stored.value !== null
        ? ({ state: 'key', key: stored.value } as const)
        : ({ state: 'no_key' } as const);
    const operator = { account: userInfo().username, name: 'team import' };
    const done = await importLog(session, name, {
      dataDir,
      key,
      operator,
      customerKey,
      now: new Date(),
    });
    console.log(`${done.events} events of ${name} were imported; its login is closed.`);
    if (done.unknown > 0) {
      console.log(`${done.unknown} requests were under way: they are unknown now.`);
    }
    return EXIT.ok;
  });
}

/** Another person made this directory: what is written beside the log must not go to another place of this machine. */
function refuseLinks(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const link = readdirSync(dataDir, { withFileTypes: true }).find(
    (entry) => !entry.isFile() && !entry.isDirectory(),
  );
  if (link !== undefined) {
    throw new TeamServerError(`${link.name} in ${dataDir} is neither a file nor a folder.`);
  }
}
