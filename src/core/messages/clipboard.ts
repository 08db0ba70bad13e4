import type { OperationOutput } from '#shared/contract/operations.ts';

import type { Clipboard } from '../ports.ts';

/** The system's promises may never resolve: another program may hold the clipboard, or the compositor may not answer. */
const DEADLINE_MS = 2000;
const LATE = Symbol('late');

type ReadBack = OperationOutput<'clipboard.copy'>['readBack'];

/** Copies and looks at what is there then: another program may have taken the clipboard in between. */
export async function copyAndReadBack(
  clipboard: Clipboard | null,
  text: string,
): Promise<ReadBack> {
  if (clipboard === null) return 'unsupported';
  try {
    if ((await inTime(clipboard.write(text))) === LATE) return 'not_written';
    const there = await inTime(clipboard.read());
    if (there === LATE) return 'not_read';
    return isSame(there, text) ? 'same' : 'different';
  } catch {
    // Some desktops keep it from programs without a window in front; the page has one.
    return 'unsupported';
  }
}

/** Systems keep line ends in their own way; a customer reads the same. */
function isSame(there: string, copied: string): boolean {
  return there.replaceAll('\r\n', '\n') === copied.replaceAll('\r\n', '\n');
}

async function inTime<T>(work: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
