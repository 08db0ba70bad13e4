import { setTimeout as sleep } from 'node:timers/promises';

import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { type Bench, addProfile, issue, observe } from './bench.ts';
import { type Cell, judge, withProblems } from './cell.ts';
import type { BreakableVault } from './support/vault.ts';

type VaultCell = {
  readonly item: string;
  readonly by: string;
  readonly detail: string;
  readonly break: (vault: BreakableVault) => Promise<void>;
  readonly mend: (vault: BreakableVault) => Promise<void>;
};

const HANGING = 'hanging vault';

const VAULT_CELLS: readonly VaultCell[] = [
  {
    item: 'locked',
    by: 'a locked collection',
    detail: 'locked',
    break: async (vault) => vault.lock(),
    mend: (vault) => vault.unlock(),
  },
  {
    item: 'denied',
    by: 'a policy of the bus',
    detail: 'denied',
    break: (vault) => vault.deny(),
    mend: (vault) => vault.allow(),
  },
  {
    item: HANGING,
    by: 'a stopped service',
    detail: 'timed_out',
    break: async (vault) => vault.hang(),
    mend: async (vault) => vault.goOn(),
  },
  {
    item: 'absent',
    by: 'no service on the bus',
    detail: 'unavailable',
    break: (vault) => vault.takeAway(),
    mend: (vault) => vault.unlock(),
  },
];

/** Without a helper the library stalls the whole host for two seconds with each call. */
const PROMPT_MS = 1900;

export async function runVaults(bench: Bench, vault: BreakableVault): Promise<readonly Cell[]> {
  const own = VAULT_CELLS.filter(({ item }) => bench.flowsOf(item).length > 0);
  const profileId = await addProfile(bench, 'Vault');
  const cells: Cell[] = [];
  for (const broken of own) {
    await broken.break(vault);
    if (broken.item !== HANGING) {
      cells.push(...(await runVault(bench, profileId, broken)));
      await broken.mend(vault);
      continue;
    }
    const watched = watchReplies(bench.desk);
    const hung = await runVault(bench, profileId, broken);
    const slowestMs = await watched.stop();
    await broken.mend(vault);
    const problems = [
      ...(slowestMs < PROMPT_MS ? [] : [`settings.get took ${slowestMs.toFixed(0)} ms meanwhile`]),
      ...(await worksAgain(bench, profileId)),
    ];
    cells.push(...hung.map((cell) => withProblems(cell, problems)));
  }
  return cells;
}

/** Asks for the settings again and again; the slowest answer, in milliseconds. */
function watchReplies({ client }: Bench['desk']): { readonly stop: () => Promise<number> } {
  const stopping = new AbortController();
  let slowestMs = 0;
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const askedMs = performance.now();
      await client.call('settings.get', {});
      slowestMs = Math.max(slowestMs, performance.now() - askedMs);
      await sleep(50);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return slowestMs;
    },
  };
}

async function worksAgain(bench: Bench, profileId: ProfileId): Promise<readonly string[]> {
  const { intentId, failure } = await issue(bench, 'create', profileId, bench.nextOrder());
  if (failure !== null) return [`afterwards nothing is issued: ${failure.code}`];
  const { outcome } = await bench.desk.settled(intentId);
  return outcome === 'accepted' ? [] : [`afterwards a request is ${outcome}`];
}

async function runVault(
  bench: Bench,
  profileId: ProfileId,
  { item, by, detail }: VaultCell,
): Promise<readonly Cell[]> {
  const { desk } = bench;
  return await Promise.all(
    bench.flowsOf(item).map(async (flow) => {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      if (attempt.failure === null) await desk.settled(attempt.intentId);
      const observed = await observe(bench, attempt);
      const reason = 'vault_unavailable';
      const expected = { outcome: 'not_sent', reason, posts: 0, entries: 0 } as const;
      const cell = judge({ item, by, flow, host: desk.host }, expected, observed);
      const request = observed.history?.request;
      const said = request?.outcome === 'not_sent' ? request.reason.detail : null;
      return withProblems(cell, said === detail ? [] : [`it says ${String(said)}, not ${detail}`]);
    }),
  );
}
