import type { Dialect } from '#shared/dialect/schema.ts';

import type { Say } from '../../i18n/i18n.ts';
import { type FormatFault } from './faults.ts';
import { formatFaultText } from './faultText.ts';

/** What every group of knobs works on: a format that may be half typed, and what is wrong with it. */
export type Editing = {
  readonly dialect: Dialect;
  readonly set: <K extends keyof Dialect>(key: K, value: Dialect[K]) => void;
  /** The words beside the knob at this path, or beneath it in the document. */
  readonly faultAt: (path: string) => string | null;
  /** Saving was tried: faults show even where nobody has typed. */
  readonly showAll: boolean;
  readonly readOnly: boolean;
};

export function faultFinder(
  faults: readonly FormatFault[],
  say: Say,
): (path: string) => string | null {
  return (path) => {
    const found = faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
    return found === undefined ? null : formatFaultText(found, say);
  };
}
