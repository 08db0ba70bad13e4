import type { ReactNode } from 'react';

import { useIsFirstFramePast } from '../client/firstFrame.ts';

type Props = { readonly meanwhile?: ReactNode; readonly children: ReactNode };

/** Not in the page's first frame, which the operator waits for; at once in every later one. */
export function Late({ meanwhile = null, children }: Props): ReactNode {
  return useIsFirstFramePast() ? children : meanwhile;
}
