import type { Failure } from '#shared/domain/failure.ts';
import { type ImportCheck, MAX_IMPORT_BYTES } from '#shared/domain/importing.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Handlers } from '../dispatch.ts';
import { tellOfOrders } from './askLog.ts';
import { createImporterCalls } from './importerCalls.ts';
import type { Imports } from './imports.ts';
import {
  GONE,
  type ImporterDeps,
  type Open,
  type Parts,
  asked,
  checkAll,
  isBatch,
  readyRows,
  summary,
} from './openImport.ts';
import { refusal } from './reading/refusal.ts';
import { type StatementSteps, statementSteps } from './statements/steps.ts';

type FileOperation = 'begin' | 'add' | 'read' | 'preview' | 'cancel' | 'close';
type CheckOperation = 'check' | 'rows' | 'correct' | 'leaveOut' | 'accept';
type WithoutActor<H> = H extends (input: infer I, actor: never) => infer R
  ? (input: I) => R
  : never;
type Steps<N extends string> = {
  readonly [K in N]: `import.${K}` extends keyof Handlers
    ? WithoutActor<Handlers[`import.${K}`]>
    : never;
};

/** The operations of an import, by the last part of their names. */
export type Importer = Imports &
  Steps<FileOperation | CheckOperation> & {
    readonly statements: StatementSteps;
    /** Ends the thread, and every import with it. */
    readonly end: () => Promise<void>;
  };

const MOST_OPEN = 4;
const SAME_BEFORE = 'same_before';

/** Files of requests on their way to a batch, and statements of providers. */
export function createImporter(deps: ImporterDeps): Importer {
  const open = new Map<string, Open>();
  const calls = createImporterCalls({
    ...deps,
    onProgress: (progress) => deps.events.emit({ name: 'import.progress', progress }),
    onLost: () => open.clear(),
  });
  const parts = { deps, calls, open };
  return {
    ...fileSteps(parts),
    ...checkSteps(parts),
    statements: statementSteps(parts),
    ready: (importId) => readyRows(parts, importId),
    async end() {
      for (const { stopping } of open.values()) stopping.abort();
      open.clear();
      await calls.end();
    },
  };
}

function fileSteps({ deps, calls, open }: Parts): Steps<FileOperation> {
  async function close(importId: string): Promise<void> {
    const closing = open.get(importId);
    if (closing === undefined) return;
    closing.stopping.abort();
    open.delete(importId);
    await calls.ask('close', importId);
    // Its memory goes with the thread.
    if (open.size === 0) await calls.end();
  }
  return {
    async begin({ importId, profileId, flow, source }) {
      const profile = deps.findInUse(profileId);
      if (!profile.ok) return profile;
      const [bytes, file] = source.kind === 'file' ? [source.bytes, source.name] : [null, null];
      if ((bytes ?? 0) > MAX_IMPORT_BYTES) return err(refusal('too_large'));
      const [oldest] = open.keys();
      if (open.size >= MOST_OPEN && oldest !== undefined) await close(oldest);
      const stopping = new AbortController();
      const nothingYet = { reading: null, checked: null, statement: null };
      open.set(importId, { profileId, flow, file, bytes, ...nothingYet, stopping });
      await calls.ask('begin', importId);
      return ok({});
    },
    async add({ importId, base64 }) {
      if (!open.has(importId)) return GONE;
      return nothing(await calls.ask('add', importId, base64));
    },
    async read({ importId, choices }) {
      const own = open.get(importId);
      if (!isBatch(own)) return GONE;
      own.reading = null;
      own.checked = null;
      const read = await calls.ask('read', importId, choices, own.bytes);
      if (!read.ok) return read;
      const mapping = deps.mappings.find(own.flow, read.value.headers);
      own.reading = mapping === null ? read.value : { ...read.value, mapping, isRemembered: true };
      return ok(own.reading);
    },
    async preview({ importId, mapping }) {
      const own = open.get(importId);
      if (!isBatch(own)) return GONE;
      const profile = deps.findInUse(own.profileId);
      if (!profile.ok) return profile;
      // Limits as they are in hand: a preview does not wait for the provider.
      const { snapshot } = await deps.limits.read(profile.value, false, 0);
      const nowMs = deps.clock.now().getTime();
      return calls.ask('preview', importId, asked(own, mapping, profile.value, snapshot, nowMs));
    },
    async cancel({ importId }) {
      open.get(importId)?.stopping.abort();
      if (open.has(importId)) await calls.ask('cancel', importId);
      return ok({});
    },
    async close({ importId }) {
      await close(importId);
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
    async check({ importId, mapping }) {
      const own = open.get(importId);
      if (!isBatch(own) || own.reading === null) return GONE;
      own.checked = null;
      own.stopping = new AbortController();
      const { signal } = own.stopping;
      const checked = await unlessStopped(checkAll(parts, importId, own, mapping, signal), signal);
      if (!checked.ok) return checked;
      own.checked = checked.value;
      parts.deps.mappings.remember(own.flow, own.reading.headers, mapping);
      return summary(parts, importId);
    },
    async rows({ importId, group, from, count }) {
      if (!open.has(importId)) return GONE;
      return calls.ask('rows', importId, group, from, count);
    },
    correct: async ({ importId, row, column, text }) =>
      open.has(importId)
        ? counted(importId, await calls.ask('correct', importId, row, column, text))
        : GONE,
    leaveOut: async ({ importId, rows, reason }) =>
      open.has(importId)
        ? counted(importId, await calls.ask('leaveOut', importId, rows, reason))
        : GONE,
    async accept({ importId, group, accepted }) {
      const checked = open.get(importId)?.checked ?? null;
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

/** The provider may take seconds to answer; the operator does not wait for it once the step is cancelled. */
async function unlessStopped<T>(
  work: Promise<Result<T, Failure>>,
  signal: AbortSignal,
): Promise<Result<T, Failure>> {
  const stopped = new Promise<Result<T, Failure>>((resolve) => {
    signal.addEventListener('abort', () => resolve(err(refusal('cancelled'))), { once: true });
  });
  return Promise.race([work, stopped]);
}
