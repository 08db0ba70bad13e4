import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type Result, assertNever } from '#shared/domain/result.ts';

import { applyRequest } from './applyEvent.ts';
import { useClient } from './deskContext.ts';
import { within } from './within.ts';

declare global {
  // Not every browser has it, so the standard library does not name it.
  interface Permissions {
    query(descriptor: { readonly name: 'clipboard-read' }): Promise<PermissionStatus>;
  }
}

type RecordedCopy = OperationInput<'request.recordCopy'>;
export type CopiedPart = RecordedCopy['part'];

/**
 * What is known of a copy. `checked`: the clipboard was read and holds the text; `not_checked`: it could not be read;
 * `different`: it was read and holds something else; `failed`: it was not put there at all.
 */
export type Copied = 'checked' | 'not_checked' | 'different' | 'failed';

/** The page's own clipboard, as far as a copy needs it. */
export type PageClipboard = {
  readonly write: (text: string) => Promise<void>;
  /** Null when the operator has never been asked whether the page may read the clipboard; a copy does not ask. */
  readonly read: () => Promise<string | null>;
};

/** Every copy goes through here: the desk's clipboard where the host has one, else the page's own. */
export async function copyText(
  client: Client,
  text: string,
  page: PageClipboard = browserClipboard(),
): Promise<Copied> {
  return inTurn(async () => {
    const reply = await client.call('clipboard.copy', { text });
    return afterDesk(reply, text, page);
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One copy after the other: two rows copied by keys at once must leave the later one. One that hangs is not waited for long. */
async function inTurn<T>(copy: () => Promise<T>): Promise<T> {
  const before = last;
  const own = (async () => {
    await inTime(before).catch(() => undefined);
    return copy();
  })();
  last = own;
  return own;
}

const REFUSED: ReadonlySet<string> = new Set<Failure['code']>(['copy_locked', 'request_not_found']);

/** A payment link, which the desk judges first. `unsafe`: it must stay text, so nothing was copied. */
export async function copyLink(
  client: Client,
  link: { readonly text: string; readonly linkOf: IntentId },
  page: PageClipboard = browserClipboard(),
): Promise<Copied | 'unsafe'> {
  return inTurn(async () => {
    const reply = await client.call('clipboard.copy', link);
    if (!reply.ok && reply.error.code === 'link_not_safe') return 'unsafe';
    // The page is older than the log: the desk has said no, and that is not got round here.
    if (!reply.ok && REFUSED.has(reply.error.code)) return 'failed';
    return afterDesk(reply, link.text, page);
  });
}

/** Copying works also while the desk cannot be reached; the caller says that the copy was not recorded. */
function afterDesk(
  reply: Result<OperationOutput<'clipboard.copy'>, Failure>,
  text: string,
  page: PageClipboard,
): Copied | Promise<Copied> {
  if (!reply.ok) return copyInPage(text, page);
  switch (reply.value.readBack) {
    case 'same':
      return 'checked';
    case 'different':
      return 'different';
    case 'not_read':
      return 'not_checked';
    case 'not_written':
      return 'failed';
    case 'unsupported':
      return copyInPage(text, page);
    default:
      return assertNever(reply.value.readBack);
  }
}

/** The browser's promises may never resolve either. */
const DEADLINE_MS = 2000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  return within(work, DEADLINE_MS, () => {
    throw new Error('no answer in time');
  });
}

async function copyInPage(text: string, page: PageClipboard): Promise<Copied> {
  try {
    await inTime(page.write(text));
  } catch {
    return 'failed';
  }
  let found: string | null;
  try {
    found = await inTime(page.read());
  } catch {
    // The window lost the focus in between, say.
    return 'not_checked';
  }
  if (found === null) return 'not_checked';
  // Windows ends lines its own way, and gives them back like that.
  return found.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n') ? 'checked' : 'different';
}

function browserClipboard(): PageClipboard {
  return {
    write: (text) => navigator.clipboard.writeText(text),
    read: async () => ((await mayRead()) ? navigator.clipboard.readText() : null),
  };
}

async function mayRead(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' });
    return state === 'granted';
  } catch {
    // A browser that does not know this permission asks whenever the clipboard is read.
    return false;
  }
}

type CopyToRecord = {
  readonly intentId: IntentId;
  readonly part: CopiedPart;
  readonly text: string;
  readonly copied: Copied;
};

/** Writes the exact copied text into the log; false when that failed. The copy itself is made by then. */
export async function recordCopy(
  client: Client,
  cache: QueryClient,
  { copied, ...copy }: CopyToRecord,
): Promise<boolean> {
  const reply = await client.call('request.recordCopy', { ...copy, ...readBackOf(copied) });
  if (reply.ok) await applyRequest(cache, reply.value);
  return reply.ok;
}

function readBackOf(copied: Copied): Pick<RecordedCopy, 'readBack'> {
  if (copied === 'checked') return { readBack: 'same' };
  return copied === 'different' ? { readBack: 'different' } : {};
}

/** For a CopyButton's `onCopied`. */
export function useRecordCopy(
  intentId: IntentId,
): (part: CopiedPart, text: string, copied: Copied) => Promise<boolean> {
  const client = useClient();
  const cache = useQueryClient();
  return useCallback(
    (part, text, copied) => recordCopy(client, cache, { intentId, part, text, copied }),
    [client, cache, intentId],
  );
}
