import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useRepeat } from './repeat.ts';

/** Nothing where it could not be repeated: for another profile's, or before it is known what became of it. */
export function RepeatButtons({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  if (whyNot(request) !== null) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'again')}>
        {say('repeat.do')}
      </Button>
      <Button size="xs" variant="default" onClick={() => repeat(request, 'with')}>
        {say('repeat.with')}
      </Button>
    </>
  );
}
