import type { ReactNode } from 'react';

import type { LogLook } from '../../../client/logLook.ts';
import type { Matches } from '../search/pages.ts';
import type { LogSearch } from '../search/useLogSearch.ts';
import styles from './Bar.module.css';
import { Chips, Filters } from './Filters.tsx';
import { MatchCount } from './MatchCount.tsx';
import { RangeMenu } from './RangeMenu.tsx';
import { SearchBox } from './SearchBox.tsx';

type Props = {
  readonly look: LogLook;
  readonly onLook: (look: LogLook) => void;
  readonly search: LogSearch;
  /** Null: not known yet. */
  readonly matches: Matches | null;
  /** From the search box into the rows. */
  readonly onDown: () => void;
};

export function Toolbar({ look, onLook, search, matches, onDown }: Props): ReactNode {
  return (
    <div className={styles.bar}>
      <SearchBox text={look.text} onChange={(text) => onLook({ ...look, text })} onDown={onDown} />
      <RangeMenu range={look.range} onChange={(range) => onLook({ ...look, range })} />
      <Filters filter={look.filter} onChange={(filter) => onLook({ ...look, filter })} />
      {matches !== null && (
        <MatchCount
          matches={matches}
          index={search.index}
          isCounting={search.isCounting}
          onCountAll={search.countAll}
        />
      )}
      <Chips look={look} onChange={onLook} />
    </div>
  );
}
