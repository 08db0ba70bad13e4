import type { ReactNode } from 'react';

import type { IndexState } from '#shared/domain/logSearch.ts';

import type { LogLook } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText, matchesText } from '../../../text/numbers.ts';
import type { Matches } from '../search/pages.ts';
import type { LogSearch } from '../search/useLogSearch.ts';
import { Chips, Filters } from './Filters.tsx';
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
    <div className="row wrap middle gap-8 below-12">
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

type CountProps = {
  readonly matches: Matches;
  readonly index: IndexState | null;
  readonly isCounting: boolean;
  readonly onCountAll: () => void;
};

function MatchCount({ matches, index, isCounting, onCountAll }: CountProps): ReactNode {
  const say = useSay();
  const total = Math.max(index?.total ?? 0, matches.count);
  return (
    <div className="row middle gap-4 push text-13 muted nowrap">
      <p role="status">
        {say('log.count', { shown: matchesText(matches), total: countText(total) })}
      </p>
      {!matches.isExact && (
        <button type="button" className="quiet accent" disabled={isCounting} onClick={onCountAll}>
          {say(isCounting ? 'log.counting' : 'log.countAll')}
        </button>
      )}
    </div>
  );
}
