import { type ReactNode, useState } from 'react';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { WordBadge, useStateWords } from '../../../ui/StateBadge.tsx';
import type { OverviewModel } from '../model.ts';
import { Parts } from './Parts.tsx';

/** Most frequent first, and then in their places: nothing changes its place under the reader because a number grew. */
export function States({ states }: Pick<OverviewModel, 'states'>): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const words = useStateWords();
  const [order, setOrder] = useState<readonly string[]>(() => states.map(({ key }) => key));
  const fresh = states.map(({ key }) => key).filter((key) => !order.includes(key));
  if (fresh.length > 0) setOrder([...order, ...fresh]);
  const placed = states.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
  return (
    <Parts
      title={say('overview.states')}
      hint={say('overview.states.hint')}
      heading={say('overview.state')}
      counted={say('overview.table.count')}
      parts={placed}
      nameOf={(word) => <WordBadge word={word} known={words(profile.id, word)} />}
      none={say('overview.states.none')}
    />
  );
}
