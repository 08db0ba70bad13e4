import { type Hash, createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { ImportChoices, ImportProgress } from '#shared/domain/importing.ts';

import type { CheckedSheet } from './checking/checkedSheet.ts';
import type { OrderHolder } from './checking/collisions.ts';
import type { SheetEdits } from './checking/sheetEdits.ts';
import type { Sheet } from './reading/readSheet.ts';
import { RefusedError, type Step } from './reading/refusal.ts';
import type { StatementRules } from './statements/readRow.ts';

type Held = {
  readonly pieces: Buffer[];
  readonly hash: Hash;
  bytes: number;
  chosenMark: ImportChoices['decimalMark'];
  read: { readonly sheet: Sheet; readonly edits: SheetEdits } | null;
  /** As last asked for. */
  readonly inLog: {
    readonly lately: Map<string, OrderHolder>;
    readonly unanswered: Map<string, OrderHolder>;
  };
  checked: CheckedSheet | null;
  /** How the rows of a statement are read, since its last check. */
  statement: StatementRules | null;
  /** The step that is running; a new object for each. */
  running: { isCancelled: boolean } | null;
};

/** A step listens for messages this often, and so ends soon after it was cancelled. */
const BREATHE_MS = 20;
const PROGRESS_EVERY_MS = 100;

export type HeldImports = ReturnType<typeof createHeldImports>;

/** The imports that the thread holds, and the step that each is in. */
export function createHeldImports(onProgress: (progress: ImportProgress) => void) {
  const imports = new Map<string, Held>();
  function of(importId: string): Held {
    const held = imports.get(importId);
    if (held === undefined) throw new RefusedError('gone');
    return held;
  }
  function cancel(importId: string): void {
    const running = imports.get(importId)?.running ?? null;
    if (running !== null) running.isCancelled = true;
  }
  function begin(importId: string): void {
    const hash = createHash('sha256');
    const fresh = { chosenMark: null, read: null, checked: null, statement: null, running: null };
    const inLog = { lately: new Map(), unanswered: new Map() };
    imports.set(importId, { pieces: [], hash, bytes: 0, inLog, ...fresh });
  }
  function close(importId: string): void {
    cancel(importId);
    imports.delete(importId);
  }
  function sheetOf(importId: string): NonNullable<Held['read']> {
    const { read } = of(importId);
    if (read === null) throw new RefusedError('gone');
    return read;
  }
  function checkedOf(importId: string): CheckedSheet {
    const { checked } = of(importId);
    if (checked === null) throw new RefusedError('gone');
    return checked;
  }
  /** One step of an import at a time; the one before it is cancelled. */
  async function inStep<T>(
    importId: string,
    step: ImportProgress['step'],
    work: (step: Step) => Promise<T>,
  ): Promise<T> {
    const held = of(importId);
    cancel(importId);
    const running = { isCancelled: false };
    held.running = running;
    try {
      return await work(createStep(importId, step, running, onProgress));
    } finally {
      if (held.running === running) held.running = null;
    }
  }
  return { of, begin, cancel, close, sheetOf, checkedOf, inStep };
}

function createStep(
  importId: string,
  step: ImportProgress['step'],
  running: { readonly isCancelled: boolean },
  onProgress: (progress: ImportProgress) => void,
): Step {
  let nextBreath = 0;
  let nextProgress = 0;
  return {
    async breathe(done, total) {
      const now = performance.now();
      if (now < nextBreath) return;
      if (now >= nextProgress) {
        onProgress({ importId, step, done, total });
        nextProgress = now + PROGRESS_EVERY_MS;
      }
      await setImmediate();
      if (running.isCancelled) throw new RefusedError('cancelled');
      nextBreath = performance.now() + BREATHE_MS;
    },
  };
}
