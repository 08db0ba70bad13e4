import { useState } from 'react';

import type { LogTableLayout } from '#shared/domain/logSearch.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';

/** Shown at once, remembered by the desk; taken back where it cannot be remembered. */
export function useLayout(): {
  readonly layout: LogTableLayout;
  readonly setLayout: (layout: LogTableLayout) => void;
  readonly error: Error | null;
} {
  const { settings } = useDesk();
  const [chosen, setChosen] = useState<LogTableLayout | null>(null);
  const update = useUpdateSettings();
  return {
    layout: chosen ?? settings.logTable,
    setLayout: (layout) => {
      setChosen(layout);
      update.mutate(
        { logTable: layout },
        // A newer choice stays until it is answered itself.
        { onSettled: () => setChosen((now) => (now === layout ? null : now)) },
      );
    },
    error: update.error,
  };
}
