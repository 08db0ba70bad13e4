import path from 'node:path';

import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { type Bench, addProfile, createBench } from './bench.ts';
import type { Cell } from './cell.ts';
import {
  W2,
  W3,
  alsoWorksAgain,
  copyOf,
  makeReadOnly,
  runBusy,
  runDamaged,
  runIoError,
  runW2,
  runW3,
  spoilLog,
} from './disks.ts';
import { runCallbacks } from './callbacks.ts';
import {
  removeAnchor,
  runClockSetBack,
  runMoved,
  runRestoredUnderLoad,
  runStoppedWithHeld,
  runWithoutAnchor,
} from './logCare.ts';
import { runCancelled, runCrash, runSlept } from './interrupted.ts';
import {
  addProfiles,
  runAnswers,
  runConnections,
  runControls,
  runRealConflict,
  teachRefusal,
} from './network.ts';
import { runOnPage } from './page.ts';
import { READY_ITEMS, runClosedAfterW2, runReady, surroundingIn, whyNoRelays } from './ready.ts';
import type { HostsOf } from './share.ts';
import { type Desk, type DeskOptions, type HostName, startDesk } from './support/desks.ts';
import {
  mountSmallDisk,
  startGate,
  whyNoRefusedWrites,
  whyNoSmallDisk,
  withoutOverride,
} from './support/disk.ts';
import type { FaultyProvider } from './support/sandbox.ts';
import { type BreakableVault, startBreakableVault } from './support/vault.ts';
import { runVaults } from './vaults.ts';

export type Skipped = { readonly item: string; readonly why: string };
export type TrackResult = { readonly cells: readonly Cell[]; readonly skipped: readonly Skipped[] };

export type Surroundings = {
  readonly host: HostName;
  /** A folder of this track's own. */
  readonly dir: string;
  readonly provider: FaultyProvider;
  readonly keychain: Pick<BreakableVault, 'env'>;
  readonly hostsOf: HostsOf;
};

function envOf({ provider, keychain }: Surroundings): Readonly<Record<string, string>> {
  return { ...keychain.env, NODE_EXTRA_CA_CERTS: provider.caFile };
}

/** Whatever a provider or the network can do, and cancelling. */
export async function networkTrack(surroundings: Surroundings): Promise<TrackResult> {
  const { host, dir, provider, hostsOf } = surroundings;
  const dataDir = path.join(dir, 'network');
  teachRefusal(dataDir, provider.origin);
  const ready = surroundingIn(dir, provider);
  const { imports } = ready;
  const env = { ...envOf(surroundings), ...ready.env };
  const desk = await startDesk(host, { dataDir, env, imports });
  try {
    const bench = createBench(desk, provider, hostsOf);
    const profiles = await addProfiles(bench);
    const noRelays = whyNoRelays();
    const cells = await Promise.all([
      runAnswers(bench, profiles),
      runConnections(bench),
      runControls(bench, profiles),
      runRealConflict(bench, profiles),
      runCancelled(bench),
      runCallbacks(bench),
      ...(noRelays === null ? [runReady(bench, ready)] : []),
    ]);
    const onPage = await runOnPage(bench, profiles);
    const afterW2 = noRelays === null ? await runClosedAfterW2(bench, dataDir, ready) : [];
    const stalled = provider.portOf('connect-timeout') === null;
    const why = 'this system does not drop SYNs of a full queue';
    return {
      cells: [...cells.flat(), ...onPage, ...afterW2],
      skipped: [
        ...(stalled ? [{ item: 'connect timeout', why }] : []),
        ...(noRelays === null ? [] : READY_ITEMS.map((item) => ({ item, why: noRelays }))),
      ],
    };
  } finally {
    await desk.stop();
  }
}

/** A machine that sleeps, a desk that is killed, a vault that does not serve. */
export async function interruptedTrack(surroundings: Surroundings): Promise<TrackResult> {
  const { host, dir, provider, hostsOf } = surroundings;
  const vault = await startBreakableVault();
  const env = { ...envOf(surroundings), ...vault.env };
  const start = () => startDesk(host, { dataDir: path.join(dir, 'interrupted'), env });
  let desk = await start();
  try {
    const slept = await runSlept(createBench(desk, provider, hostsOf));
    const crashed = await runCrash(createBench(desk, provider, hostsOf), start);
    desk = crashed.desk;
    const vaults = await runVaults(createBench(desk, provider, hostsOf), vault);
    return { cells: [...slept, ...crashed.cells, ...vaults], skipped: [] };
  } finally {
    await desk.stop();
    await vault.close();
  }
}

async function thenClose<T>(work: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } finally {
    await close();
  }
}

const SMALL_DISK_MIB = 48;

/** A log that cannot be written: while the desk runs, and from the start. */
export async function diskTrack(surroundings: Surroundings): Promise<TrackResult> {
  const { host, dir, provider, hostsOf } = surroundings;
  const dataDir = path.join(dir, 'disk');
  const desk = await startDesk(host, { dataDir, env: envOf(surroundings) });
  const bench = createBench(desk, provider, hostsOf);
  const profileId = await addProfile(bench, 'Damaged');
  const restart = () => startDesk(host, { dataDir, env: envOf(surroundings) });
  const running = await thenClose(whileRunning(bench, dataDir, restart), desk.stop);
  const damaged: TrackResult[] = [];
  const ways = [
    ['corrupt log', corrupt],
    ['read-only', readOnly],
    ['disk full', diskFull],
  ] as const;
  for (const [item, way] of ways) {
    if (bench.flowsOf(item).length === 0) continue;
    damaged.push(await way(surroundings, dataDir, profileId));
  }
  const all = [running, ...damaged];
  return {
    cells: all.flatMap(({ cells }) => cells),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

async function whileRunning(
  bench: Bench,
  dataDir: string,
  restart: () => Promise<Desk>,
): Promise<TrackResult> {
  const busy = [...(await runBusy(bench, dataDir)), ...(await runMoved(bench, dataDir))];
  const why = whyNoRefusedWrites();
  if (why !== null) {
    const items = ['I/O error', W2, W3].filter((item) => bench.flowsOf(item).length > 0);
    return { cells: busy, skipped: items.map((item) => ({ item, why })) };
  }
  const refused = await runIoError(bench);
  const gate = await startGate(Number(new URL(bench.provider.portOf('tls-ok') ?? '').port));
  const w2 = await thenClose(runW2(bench, gate), gate.close);
  const w3 = await runW3(bench);
  // The last of them: it ends the desk.
  const stopped = await runStoppedWithHeld(bench, restart);
  return { cells: [...busy, ...refused, ...w2, ...w3, ...stopped], skipped: [] };
}

type Damage = (
  surroundings: Surroundings,
  sound: string,
  profileId: ProfileId,
) => Promise<TrackResult>;

async function startedOn(
  surroundings: Surroundings,
  dataDir: string,
  work: (bench: Bench) => Promise<readonly Cell[]>,
  { under = [], env = {} }: Pick<Partial<DeskOptions>, 'under' | 'env'> = {},
): Promise<TrackResult> {
  const { host, provider, hostsOf } = surroundings;
  const desk = await startDesk(host, { dataDir, env: { ...envOf(surroundings), ...env }, under });
  const bench = createBench(desk, provider, hostsOf);
  return { cells: await thenClose(work(bench), desk.stop), skipped: [] };
}

const CLOCK_SET_BACK = new URL('support/clockSetBack.ts', import.meta.url).href;

const corrupt: Damage = async (surroundings, sound, profileId) => {
  const dataDir = copyOf(sound, `${sound}-corrupt`);
  spoilLog(dataDir);
  const name = { item: 'corrupt log', by: 'pages overwritten', damage: 'corrupt' };
  // One start serves what concerns the clock as well: the backups are of a desk whose clock was right.
  const env = { NODE_OPTIONS: `--import=${CLOCK_SET_BACK}` };
  const work = async (bench: Bench): Promise<readonly Cell[]> => [
    ...(await runDamaged(bench, profileId, name)),
    ...(await runRestoredUnderLoad(bench, profileId, name.item)),
    ...(await runClockSetBack(bench, profileId, name.item)),
  ];
  return await startedOn(surroundings, dataDir, work, { env });
};

const readOnly: Damage = async (surroundings, sound, profileId) => {
  const under = withoutOverride();
  if (under === null) return { cells: [], skipped: [{ item: 'read-only', why: 'setpriv failed' }] };
  const dataDir = copyOf(sound, `${sound}-read-only`);
  makeReadOnly(dataDir);
  const name = { item: 'read-only', by: 'no right to write', damage: 'read_only' };
  return await startedOn(surroundings, dataDir, (bench) => runDamaged(bench, profileId, name), {
    under,
  });
};

const diskFull: Damage = async (surroundings, sound, profileId) => {
  const item = 'disk full';
  const at = `${sound}-full`;
  const why = whyNoSmallDisk();
  const disk = why === null ? mountSmallDisk(at, SMALL_DISK_MIB) : null;
  if (disk === null) return { cells: [], skipped: [{ item, why: why ?? 'mount was refused' }] };
  try {
    const dataDir = copyOf(sound, path.join(at, 'data'));
    removeAnchor(dataDir);
    disk.fill();
    const name = { item, by: 'no room left', damage: 'disk_full' };
    return await startedOn(surroundings, dataDir, async (bench) => {
      const cells = await runDamaged(bench, profileId, name);
      disk.empty();
      return [
        ...(await alsoWorksAgain(bench, profileId, cells)),
        ...(await runWithoutAnchor(bench, profileId, item)),
      ];
    });
  } finally {
    disk.close();
  }
};
