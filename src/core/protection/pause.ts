import type { OperationName } from '#shared/contract/operations.ts';

import type { Dispatch } from '../dispatch.ts';
import { createFileGate } from '../log/fileGate.ts';

/** Operations that write files about customers from the thread that serves pages: drafts, views and pictures. */
const WRITES_FILES: ReadonlySet<string> = new Set([
  'draft.keep',
  'draft.adopt',
  'view.save',
  'view.delete',
  'request.addPicture',
] satisfies readonly OperationName[]);

export type Pause = {
  /** The same dispatch; what writes such a file waits while a switch writes them anew. */
  readonly around: (dispatch: Dispatch) => Dispatch;
  /** Waits for the writes under way, then works while none begins. */
  readonly whilePaused: <T>(work: () => Promise<T>) => Promise<T>;
};

export function createPause(): Pause {
  const gate = createFileGate();
  const inside = new Set<Promise<unknown>>();
  async function tracked<T>(running: Promise<T>): Promise<T> {
    inside.add(running);
    try {
      return await running;
    } finally {
      inside.delete(running);
    }
  }
  return {
    around: (dispatch) => (caller, name, input) =>
      WRITES_FILES.has(name)
        ? gate.enter(() => tracked(dispatch(caller, name, input)))
        : dispatch(caller, name, input),
    whilePaused: (work) =>
      gate.whileShut(async () => {
        await Promise.allSettled(inside);
        return work();
      }),
  };
}
