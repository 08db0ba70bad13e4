import type { ReactNode } from 'react';

import { failureOf } from '../client/failureError.ts';
import { useSay } from '../i18n/i18n.ts';
import { actionFailureText, failureDetail } from '../text/failures.ts';
import { Notice } from './Notice.tsx';

/** Beside the button that failed: what was not done, and why. */
export function ActionError({ error }: { readonly error: Error | null }): ReactNode {
  const say = useSay();
  if (error === null) return null;
  const failure = failureOf(error);
  const detail = failureDetail(failure);
  return (
    <Notice tone="bad" alert>
      <p>{actionFailureText(failure, say)}</p>
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}
