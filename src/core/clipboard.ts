import { ok } from '#shared/domain/result.ts';

import type { Handlers } from './dispatch.ts';
import type { Clipboard } from './ports.ts';

/** Copies and looks at what is there then: another program may have taken the clipboard in between. */
export function clipboardHandlers({
  clipboard,
}: {
  readonly clipboard: Clipboard | null;
}): Pick<Handlers, 'clipboard.copy'> {
  return {
    async 'clipboard.copy'({ text }) {
      if (clipboard === null) return ok({ readBack: 'unsupported' });
      try {
        await clipboard.write(text);
        return ok({ readBack: isSame(await clipboard.read(), text) ? 'same' : 'different' });
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
