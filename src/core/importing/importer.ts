import type { Failure } from '#shared/domain/failure.ts';
import { DETECT_ALL, type ImportCheck, MAX_IMPORT_BYTES } from '#shared/domain/importing.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Operations } from '../dispatch.ts';
import { isOwn } from '../people/owner.ts';
import { within } from '../within.ts';
import { tellOfOrders } from './askLog.ts';
import { createImporterCalls } from './importerCalls.ts';
import type { Imports } from './imports.ts';
import {
  GONE,
  type ImporterDeps,
  type Open,
  type PageOwner,
  type Parts,
  asked,
  checkAll,
  currentImport,
  isBatch,
  ownImport,
  summary,
  tellProgress,
} from './openImport.ts';
import { readyRows } from './readyRows.ts';
import { refusal } from './reading/refusal.ts';
import { type StatementSteps, statementSteps } from './statements/steps.ts';

type FileOperation = 'begin' | 'add' | 'read' | 'preview' | 'current' | 'cancel' | 'close';
type CheckOperation = 'check' | 'rows' | 'correct' | 'leaveOut' | 'accept';
type WithOwner<H> = H extends (input: infer I, actor: never) => infer R
  ? (input: I, by: PageOwner) => R
  : never;
type Steps<N extends string> = {
  readonly [K in N]: `import.${K}` extends keyof Operations
    ? WithOwner<Operations[`import.${K}`]>
    : never;
};

/** The operations of an import, by the last part of their names. Only its owner gets at an import. */
export type Importer = Imports &
  Steps<FileOperation | CheckOperation> & {
    readonly statements: StatementSteps;
    /** Ends the thread, and every import with it. */
    readonly end: () => Promise<void>;
  };

/** Of one person. */
const MOST_OPEN = 4;
/** Of the desk: files of people who have signed out since are in memory as well. */
const MOST_IN_DESK = 8;
const SAME_BEFORE = 'same_before';

/** Files of requests on their way to a batch, and statements of providers. */
export function createImporter(deps: ImporterDeps): Importer {
  const open = new Map<string, Open>();
  const calls = createImporterCalls({
    ...deps,
    onProgress: (progress) => tellProgress(parts, progress),
    onLost: () => open.clear(),
  });
  const parts: Parts = { deps, calls, open };
  return {
    ...fileSteps(parts),
    ...checkSteps(parts),
    statements: statementSteps(parts),
    ready: (importId, by) => readyRows(parts, importId, by),
    async end() {
      for (const { stopping } of open.values()) stopping.abort();
      open.clear();
      await calls.end();
    },
  };
}

function createClosing(parts: Parts) {
  const { calls, open } = parts;
  async function close(importId: string): Promise<void> {
    const closing = open.get(importId);
    if (closing === undefined) return;
    closing.stopping.abort();
    open.delete(importId);
    await calls.ask('close', importId);
    // Its memory goes with the thread.
    if (open.size === 0) await calls.end();
  }
  /** After one more was begun. A person's own file goes first; the file of another person only where the desk has too many. */
  async function makeRoom(owner: PageOwner): Promise<void> {
    const all = [...open].toSorted(([, one], [, other]) => one.usedAtMs - other.usedAtMs);
    const own = all.filter(([, one]) => isOwn(one.owner, owner));
    const [idle] = own.length > MOST_OPEN ? own : all.length > MOST_IN_DESK ? all : [];
    if (idle !== undefined) await close(idle[0]);
  }
  return { close, makeRoom };
}

function fileSteps(parts: Parts): Steps<FileOperation> {
  const { deps, calls, open } = parts;
  const { close, makeRoom } = createClosing(parts);
  return {
    async begin({ importId, profileId, flow, source }, { personId, pageId }) {
      const profile = deps.findInUse(profileId);
      if (!profile.ok) return profile;
      const owner = { personId, pageId };
      if (open.has(importId) && ownImport(parts, importId, owner) === null) return GONE;
      const [bytes, file] = source.kind === 'file' ? [source.bytes, source.name] : [null, null];
      if ((bytes ?? 0) > MAX_IMPORT_BYTES) return err(refusal('too_large'));
      const stopping = new AbortController();
      const nothingYet = { reading: null, mapping: null, checked: null, statement: null };
      const begun = { profileId, flow, file, bytes, owner, choices: DETECT_ALL };
      open.set(importId, { ...begun, ...nothingYet, stopping, usedAtMs: performance.now() });
      await makeRoom(owner);
      await calls.ask('begin', importId);
      return ok({});
    },
    async add({ importId, base64 }, by) {
      if (ownImport(parts, importId, by) === null) return GONE;
      return nothing(await calls.ask('add', importId, base64));
    },
    async read({ importId, choices }, by) {
      const own = ownImport(parts, importId, by);
      if (!isBatch(own)) return GONE;
      own.choices = choices;
      own.reading = null;
      own.mapping = null;
      own.checked = null;
      const read = await calls.ask('read', importId, choices, own.bytes);
      if (!read.ok) return read;
      const mapping = deps.mappings.find(own, read.value.headers);
      own.reading = mapping === null ? read.value : { ...read.value, mapping, isRemembered: true };
      return ok(own.reading);
    },
    async preview({ importId, mapping }, by) {
      const own = ownImport(parts, importId, by);
      if (!isBatch(own)) return GONE;
      const profile = deps.findInUse(own.profileId);
      if (!profile.ok) return profile;
      // Limits as they are in hand: a preview does not wait for the provider.
      const { snapshot } = await deps.limits.read(profile.value, false, 0);
      const nowMs = deps.clock.now().getTime();
      const question = asked(deps, own, mapping, profile.value, snapshot, nowMs);
      return calls.ask('preview', importId, question);
    },
    current: (_, by) => currentImport(parts, by),
    async cancel({ importId }, by) {
      const own = ownImport(parts, importId, by);
      own?.stopping.abort();
      if (own !== null) await calls.ask('cancel', importId);
      return ok({});
    },
    async close({ importId }, by) {
      if (ownImport(parts, importId, by) !== null) await close(importId);
      return ok({});
    },
  };
}

function checkSteps(parts: Parts): Steps<CheckOperation> {
  const { calls, open } = parts;
  /** After a change: what the log does not know yet is asked for, and everything counted anew. */
  async function counted(
    importId: string,
    changed: Result<unknown, Failure>,
  ): Promise<Result<ImportCheck, Failure>> {
    const checked = open.get(importId)?.checked ?? null;
    if (!changed.ok) return changed;
    if (checked === null) return GONE;
    const told = await tellOfOrders({ ...parts, ask: calls.ask, importId }, checked.profile);
    return told.ok ? summary(parts, importId) : told;
  }
  return {
    async check({ importId, mapping }, by) {
      const own = ownImport(parts, importId, by);
      if (!isBatch(own) || own.reading === null) return GONE;
      own.mapping = mapping;
      own.checked = null;
      own.stopping = new AbortController();
      const { signal } = own.stopping;
      // The provider may take seconds to answer; the operator does not wait for it once the step is cancelled.
      const checking = checkAll(parts, importId, own, mapping, signal);
      const checked = await within(checking, { signal }, () => err(refusal('cancelled')));
      if (!checked.ok) return checked;
      own.checked = checked.value;
      parts.deps.mappings.remember(own, own.reading.headers, mapping);
      return summary(parts, importId);
    },
    async rows({ importId, group, from, count }, by) {
      if (ownImport(parts, importId, by) === null) return GONE;
      return calls.ask('rows', importId, group, from, count);
    },
    correct: async ({ importId, row, column, text }, by) =>
      ownImport(parts, importId, by) === null
        ? GONE
        : counted(importId, await calls.ask('correct', importId, row, column, text)),
    leaveOut: async ({ importId, rows, reason }, by) =>
      ownImport(parts, importId, by) === null
        ? GONE
        : counted(importId, await calls.ask('leaveOut', importId, rows, reason)),
    async accept({ importId, group, accepted }, by) {
      const checked = ownImport(parts, importId, by)?.checked ?? null;
      if (checked === null) return GONE;
      if (group !== SAME_BEFORE) {
        return counted(importId, await calls.ask('accept', importId, group, accepted));
      }
      checked.isSameAccepted = accepted;
      return summary(parts, importId);
    },
  };
}

function nothing(result: Result<unknown, Failure>): Result<Record<string, never>, Failure> {
  return result.ok ? ok({}) : result;
}
