import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Handlers } from '../dispatch.ts';
import { mayHandOn } from '../desk/links/paymentLink.ts';
import type { LogPort } from '../log/port.ts';
import type { Clipboard } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';

/** The system's promises may never resolve: another program may hold the clipboard, or the compositor may not answer. */
const DEADLINE_MS = 2000;
const LATE = Symbol('late');

export type ClipboardDeps = {
  readonly clipboard: Clipboard | null;
  readonly log: Pick<LogPort, 'find'>;
  readonly profiles: Pick<Profiles, 'find'>;
};

/** Copies and looks at what is there then: another program may have taken the clipboard in between. */
export function clipboardHandlers({
  clipboard,
  log,
  profiles,
}: ClipboardDeps): Pick<Handlers, 'clipboard.copy'> {
  return {
    async 'clipboard.copy'({ text, linkOf }) {
      if (linkOf !== undefined) {
        const request = await log.find(linkOf);
        if (request === null) return err(failure('request_not_found'));
        if (!mayHandOn(text, request, profiles)) return err(failure('link_not_safe'));
      }
      if (clipboard === null) return ok({ readBack: 'unsupported' });
      try {
        if ((await inTime(clipboard.write(text))) === LATE) return ok({ readBack: 'not_written' });
        const there = await inTime(clipboard.read());
        if (there === LATE) return ok({ readBack: 'not_read' });
        return ok({ readBack: isSame(there, text) ? 'same' : 'different' });
      } catch {
        // Some desktops keep it from programs without a window in front; the page has one.
        return ok({ readBack: 'unsupported' });
      }
    },
  };
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
