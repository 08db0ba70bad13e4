import type { ReactNode } from 'react';

import type { Veil } from '../../text/veil.ts';

/** In the log requisites are masked until somebody asks for them; at the desk, where they are handed on, they are not. */
export type Masking = {
  /** Null: revealed. */
  readonly veil: Veil | null;
  /** What reveals them, and masks them again. */
  readonly control: ReactNode;
};
