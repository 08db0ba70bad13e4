import { forPages } from '#core/desk/pageEvents.ts';
import type { Caller, Reply, Services } from '#core/ports.ts';
import { inputCap } from '#shared/contract/operations.ts';
import { failure } from '#shared/domain/failure.ts';
import { EVENT_CHANNEL, OPERATION_CHANNEL_PREFIX } from '#shared/contract/bridge.ts';
import { OPERATION_NAMES, type OperationName } from '#shared/contract/operations.ts';

import { isPlainWithin } from './inputSize.ts';
import { isPageUrl } from './ownPage.ts';

/** Electron gives no two windows of a run the same id; a page that is loaded again keeps it, and its person stays. */
type Page = { readonly id: number };

function callerOf({ id }: Page): Caller {
  return { kind: 'page', pageId: `window-${id}` };
}

/** What is used of Electron's events and frames. */
type Asked = {
  readonly sender: Page & { readonly mainFrame?: object };
  readonly senderFrame: {
    readonly url: string;
    readonly parent: object | null;
    readonly detached: boolean;
  } | null;
};

export type OperationChannels = {
  handle(
    channel: string,
    answer: (event: Asked, ...inputs: readonly unknown[]) => Promise<Reply>,
  ): void;
};

/** One channel per operation, so that an operation that is not in the contract has nowhere to arrive. Returns how to stop. */
export function handleOperations(
  ipcMain: OperationChannels,
  dispatch: Services['dispatch'],
): () => void {
  let isOpen = true;
  for (const name of OPERATION_NAMES) {
    ipcMain.handle(`${OPERATION_CHANNEL_PREFIX}${name}`, async (event, ...inputs) => {
      const refusal = refusalOf(name, event, inputs, isOpen);
      return refusal ?? (await dispatch(callerOf(event.sender), name, inputs[0]));
    });
  }
  return () => {
    isOpen = false;
  };
}

/** What the operator agrees to in the system's own dialog: a page must not be able to agree in their place. */
export const MAIN_ASKS: ReadonlySet<OperationName> = new Set(['link.confirm']);

/** Before any code of the desk's sees the input. Null: it may be asked. */
function refusalOf(
  name: OperationName,
  event: Asked,
  inputs: readonly unknown[],
  isOpen: boolean,
): Reply | null {
  if (!isOwnTopFrame(event)) return refused('not_authorised', 'Only the desk’s own page may ask');
  if (!isOpen) return refused('internal', 'the desk is closing');
  if (inputs.length > 1 || !isPlainWithin(inputs[0], inputCap(name))) {
    return refused('invalid_input', 'The input is too large, or not what JSON can carry');
  }
  if (MAIN_ASKS.has(name)) return refused('not_authorised', 'The application asks this itself');
  return null;
}

function refused(code: 'not_authorised' | 'internal' | 'invalid_input', detail: string): Reply {
  return { ok: false, error: failure(code, detail) };
}

/**
 * The page itself, not a frame inside it, and only at our address. A frame that was taken out of its page is detached and has no
 * parent either; the page's own frame stays detached after a crash, also when the page is loaded again.
 */
function isOwnTopFrame({ sender, senderFrame }: Asked): boolean {
  if (senderFrame === null) return false;
  if (senderFrame.detached && senderFrame !== sender.mainFrame) return false;
  return senderFrame.parent === null && isPageUrl(senderFrame.url);
}

type EventTarget = {
  readonly webContents: Page & {
    readonly isDestroyed: () => boolean;
    readonly send: (channel: string, value: unknown) => void;
  };
};

/** Events go to every open window whose person may see them; a window that is going away misses nothing it could still show. */
export function pushEvents(
  services: Pick<Services, 'onEvent' | 'mayHear'>,
  windows: () => readonly EventTarget[],
): () => void {
  return services.onEvent(
    forPages((event) => {
      for (const { webContents } of windows()) {
        if (webContents.isDestroyed() || !services.mayHear(callerOf(webContents), event)) continue;
        webContents.send(EVENT_CHANNEL, event);
      }
    }),
  );
}
