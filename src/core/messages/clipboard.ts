import type { OperationOutput } from '#shared/contract/operations.ts';

import type { Clipboard } from '../ports.ts';
import { within } from '../within.ts';

/** The system's promises may never resolve: another program may hold the clipboard, or the compositor may not answer. */
const IN_TIME = { ms: 2000 };
const LATE = Symbol('late');
const late = (): typeof LATE => LATE;

type ReadBack = OperationOutput<'clipboard.copy'>['readBack'];

/** Writes the text and reads the clipboard back, because another program may have written to it in between. */
export async function copyAndReadBack(
  clipboard: Clipboard | null,
  text: string,
): Promise<ReadBack> {
  if (clipboard === null) return 'unsupported';
  try {
    if ((await within(clipboard.write(text), IN_TIME, late)) === LATE) return 'not_written';
    const there = await within(clipboard.read(), IN_TIME, late);
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
