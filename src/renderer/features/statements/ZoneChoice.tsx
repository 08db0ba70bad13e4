import { type ReactNode, useMemo } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Choice } from '../../ui/importing/ColumnChoices.tsx';

type Props = {
  readonly timeZone: string;
  readonly onChange: (timeZone: string) => void;
};

/** The zone of the file's clock. UTC comes first: most exports are written in it. */
export function ZoneChoice({ timeZone, onChange }: Props): ReactNode {
  const say = useSay();
  const zones = useMemo(
    () => [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])],
    [timeZone],
  );
  return (
    <Choice
      label={say('statement.zone')}
      value={timeZone}
      options={zones.map((value) => ({ value, label: value }))}
      onChange={onChange}
    />
  );
}
