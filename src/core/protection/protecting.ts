import type { OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Protection } from '#shared/domain/protection.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { DeskHealth } from '../desk/deskHealth.ts';
import type { Exports } from '../exports/exports.ts';
import type { UnderWay } from '../issuing/underWay.ts';
import { errorFacts } from '../journal/errorFacts.ts';
import type { Journal } from '../journal/journalFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Actor } from '../people/people.ts';
import type { Chance } from '../ports.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { keyFileOf, readKeyFile } from './keyFile.ts';
import { type KeyRing, keysOf, ringOf } from './keyRing.ts';
import type { Pause } from './pause.ts';
import {
  type CodeFault,
  type NewKey,
  type ProtectedDir,
  beginProtecting,
  beginUnprotecting,
  endSwitch,
  newKey,
  typedBackFault,
} from './protection.ts';
import type { LogPort } from '../log/openLog.ts';

export type ProtectingDeps = {
  readonly dir: ProtectedDir;
  readonly log: Pick<LogPort, 'switchKey' | 'recordProtection'>;
  readonly health: Pick<DeskHealth, 'current'>;
  readonly exports: Pick<Exports, 'whileStopped'>;
  readonly underWay: Pick<UnderWay, 'count'>;
  readonly whilePaused: Pause['whilePaused'];
  readonly events: DeskEvents;
  readonly redactor: Redactor;
  readonly journal: Pick<Journal, 'write'>;
  readonly chance: Pick<Chance, 'uuid'>;
};

type Switched = Promise<Result<Protection, Failure>>;

/** Switching protection on, off or to another key while the desk runs. */
export type Protecting = {
  readonly state: () => Protection;
  readonly newCode: (actor: Actor) => OperationOutput<'protection.newCode'>;
  readonly apply: (actor: Actor, confirmId: string, typed: string) => Switched;
  readonly turnOff: (actor: Actor) => Switched;
  readonly resume: () => Switched;
};

export const CODE_FAILURES = {
  mistyped: 'code_mistyped',
  another_code: 'log_code_wrong',
} as const satisfies Record<CodeFault, string>;

type Shown = { readonly confirmId: string; readonly pageId: string | null; readonly fresh: NewKey };

export function createProtecting(deps: ProtectingDeps): Protecting {
  const { dir, events } = deps;
  /** Only the newest code: a page that asks for another one gives up the code before it. */
  let shown: Shown | null = null;
  let isRunning = false;

  const state = (): Protection => ({
    state: (ringIn(dir)?.current ?? null) === null ? 'off' : 'on',
    isRunning,
    isUnfinished: !isRunning && readKeyFile(dir.dataDir)?.isSwitching === true,
  });
  const tell = (): void => events.emit({ name: 'protection.changed', protection: state() });

  /** `begin` makes the new ring durable; from then on a kill is made good by the next start. */
  async function run(begin: () => Promise<Result<KeyRing, Failure>>): Switched {
    const refusal = whyNot(deps, isRunning);
    if (refusal !== null) return err(refusal);
    isRunning = true;
    tell();
    const switched = await begunAndDone(deps, begin);
    isRunning = false;
    events.emit({ name: 'protection.progress', progress: null });
    tell();
    return switched.ok ? ok(state()) : switched;
  }

  return {
    state,
    newCode({ pageId }) {
      const fresh = newKey();
      shown = { confirmId: deps.chance.uuid(), pageId, fresh };
      return { confirmId: shown.confirmId, code: fresh.code };
    },
    async apply(actor, confirmId, typed) {
      if (shown?.confirmId !== confirmId || shown.pageId !== actor.pageId) {
        return err(failure('protection_not_possible', 'the code was shown elsewhere, or replaced'));
      }
      const { fresh } = shown;
      const fault = typedBackFault(fresh, typed);
      if (fault !== null) return err(failure(CODE_FAILURES[fault]));
      const applied = await run(() => beginWith(deps, actor, fresh));
      // Its key is in use then, and the switch goes on by `resume`.
      if (applied.ok || applied.error.code === 'protection_not_finished') shown = null;
      return applied;
    },
    async turnOff(actor) {
      const old = ringIn(dir);
      if (old === null || old.current === null) return ok(state());
      return run(async () => {
        const begun = await beginUnprotecting(dir, old, () =>
          deps.log.recordProtection(actor.operator, 'off'),
        );
        if (begun.ok) return begun;
        return err(typeof begun.error === 'string' ? vaultFailure(begun.error) : begun.error);
      });
    },
    async resume() {
      const begun = ringIn(dir);
      if (begun === null || !state().isUnfinished) return ok(state());
      return run(async () => ok(begun));
    },
  };
}

/** Not by the log's first bytes: closing a file drops every lock that this process has on it (POSIX). */
function ringIn({ dataDir }: ProtectedDir): KeyRing | null {
  return ringOf(keyFileOf(dataDir));
}

/** The key is durable before the event, so that no event tells of a key that the keychain did not take. */
async function beginWith(
  { dir, log, redactor }: ProtectingDeps,
  { operator }: Actor,
  fresh: NewKey,
): Promise<Result<KeyRing, Failure>> {
  const old = ringIn(dir);
  const begun = await beginProtecting(dir, fresh, old);
  if (!begun.ok) return err(vaultFailure(begun.error));
  redactor.learn(
    'log-key',
    keysOf(begun.value).map(({ secret }) => secret),
  );
  const isOn = (old?.current ?? null) !== null;
  const recorded = await log.recordProtection(operator, isOn ? 'new_key' : 'on');
  return recorded.ok ? begun : recorded;
}

async function begunAndDone(
  deps: ProtectingDeps,
  begin: () => Promise<Result<KeyRing, Failure>>,
): Promise<Result<void, Failure>> {
  try {
    const begun = await begin();
    return begun.ok ? await switchAll(deps, begun.value) : begun;
  } catch (error) {
    deps.journal.write('protection_not_finished', errorFacts(error));
    return err(failure('protection_not_finished', String(error)));
  }
}

/** The answer to a request that is on its way would stay in memory alone until the switch is over. */
function whyNot({ health, underWay }: ProtectingDeps, isRunning: boolean): Failure | null {
  const { state } = health.current();
  if (state !== 'ok') return failure('log_unavailable', state);
  if (isRunning) return failure('protection_not_possible', 'a switch is under way');
  const count = underWay.count();
  return count === 0
    ? null
    : failure('protection_not_possible', `requests are on their way: ${count}`);
}

/** While it runs no export reads the log and no file about customers is written from this thread. */
async function switchAll(
  { dir, log, exports, whilePaused }: ProtectingDeps,
  ring: KeyRing,
): Promise<Result<void, Failure>> {
  return whilePaused(async () => {
    const switched = await exports.whileStopped(() => log.switchKey(ring));
    if (!switched.ok) return switched;
    await endSwitch(dir, ring, new Set(switched.value));
    return ok(undefined);
  });
}
