import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { StatementPlace } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import { statementHref } from './statementText.ts';

type Props = { readonly place: StatementPlace };

/** By which statement a request was resolved, and which row of it names the request. */
export function StatementLink({ place: { statementId, row } }: Props): ReactNode {
  const say = useSay();
  return (
    <Link href={statementHref(statementId, row === null ? null : `row-${row}`)}>
      {row === null ? say('statement.place.none') : say('statement.place', { row })}
    </Link>
  );
}
