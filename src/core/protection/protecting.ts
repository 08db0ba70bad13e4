import type { OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Protection, ProtectionChange } from '#shared/domain/protection.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { DeskHealth } from '../desk/deskHealth.ts';
import type { Exports } from '../exports/exports.ts';
import type { UnderWay } from '../issuing/underWay.ts';
import { errorFacts } from '../journal/errorFacts.ts';
import type { Journal } from '../journal/journalFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { LogPort } from '../log/port.ts';
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

export type ProtectingDeps = {
  readonly dir: ProtectedDir;
  readonly log: Pick<LogPort, 'switchKey' | 'recordProtection'>;
  readonly health: Pick<DeskHealth, 'current'>;
  readonly exports: Pick<Exports, 'whileStopped'>;
  readonly underWay: Pick<UnderWay, 'count'>;
  readonly pause: Pick<Pause, 'whilePaused'>;
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

const CODE_FAILURES = {
  mistyped: 'code_mistyped',
  another_code: 'log_code_wrong',
} as const satisfies Record<CodeFault, string>;

type Shown = { readonly confirmId: string; readonly pageId: string | null; readonly fresh: NewKey };

export function createProtecting(deps: ProtectingDeps): Protecting {
  const { dir, log, events } = deps;
  /** Only the newest: whoever asks for another code has given the last one up. */
  let shown: Shown | null = null;
  let isRunning = false;

  // Not by the log's first bytes: closing a file drops every lock that this process has on it (POSIX).
  const ring = (): KeyRing | null => ringOf(keyFileOf(dir.dataDir));
  const state = (): Protection => ({
    state: (ring()?.current ?? null) === null ? 'off' : 'on',
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
    try {
      const begun = await begin();
      if (!begun.ok) return begun;
      const switched = await switchAll(deps, begun.value);
      if (!switched.ok) return switched;
    } catch (error) {
      deps.journal.write('protection_not_finished', errorFacts(error));
      return err(failure('protection_not_finished', String(error)));
    } finally {
      isRunning = false;
      events.emit({ name: 'protection.progress', progress: null });
      tell();
    }
    return ok(state());
  }

  async function recorded(actor: Actor, change: ProtectionChange): Promise<Failure | null> {
    const written = await log.recordProtection(actor.operator, change);
    return written.ok ? null : written.error;
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
      return run(async () => {
        const change = state().state === 'on' ? 'new_key' : 'on';
        const begun = await beginProtecting(dir, fresh, ring());
        if (!begun.ok) return err(vaultFailure(begun.error));
        shown = null;
        deps.redactor.learn(
          'log-key',
          keysOf(begun.value).map(({ secret }) => secret),
        );
        const unrecorded = await recorded(actor, change);
        return unrecorded === null ? begun : err(unrecorded);
      });
    },
    async turnOff(actor) {
      const old = ring();
      if (old === null || old.current === null) return ok(state());
      return run(async () => {
        const unrecorded = await recorded(actor, 'off');
        return unrecorded === null ? ok(beginUnprotecting(dir, old)) : err(unrecorded);
      });
    },
    async resume() {
      const begun = ring();
      if (begun === null || !state().isUnfinished) return ok(state());
      return run(async () => ok(begun));
    },
  };
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
  { dir, log, exports, pause }: ProtectingDeps,
  ring: KeyRing,
): Promise<Result<void, Failure>> {
  return pause.whilePaused(async () => {
    const switched = await exports.whileStopped(() => log.switchKey(ring));
    if (!switched.ok) return switched;
    await endSwitch(dir, ring, new Set(switched.value));
    return ok(undefined);
  });
}
