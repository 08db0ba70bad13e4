import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { StatementPlace } from '#shared/domain/ids.ts';
import { type DepositRequest } from '#shared/domain/request.ts';
import { hasOpenFinding } from '#shared/domain/statementFinding.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { statementHref } from './statementText.ts';

type Props = { readonly place: Pick<StatementPlace, 'statementId' | 'row'> };

/** By which statement a request was resolved or marked, and which row of it names the request. */
export function StatementLink({ place: { statementId, row } }: Props): ReactNode {
  const say = useSay();
  return (
    <Link href={statementHref(statementId, row === null ? null : `row-${row}`)}>
      {row === null ? say('statement.place.none') : say('statement.place', { row })}
    </Link>
  );
}

type FindingProps = {
  readonly request: DepositRequest;
  readonly isBusy: boolean;
  readonly onDealtWith: () => void;
  /** The way to the statement, where it is not open already. */
  readonly isLinked?: boolean;
};

/** That a statement has put the request into Needs attention, why where that does not stand beside it, and the way out. */
export function FindingNotice({
  request,
  isBusy,
  onDealtWith,
  isLinked = false,
}: FindingProps): ReactNode {
  const say = useSay();
  const { statementFinding: found } = request;
  if (found === undefined || !hasOpenFinding(request)) return null;
  return (
    <Notice
      tone="unknown"
      {...(isLinked ? { title: say(`log.attention.${found.kind}`) } : {})}
      actions={
        <Button size="xs" variant="default" loading={isBusy} onClick={onDealtWith}>
          {say('statement.dealtWith')}
        </Button>
      }
    >
      <p>
        {say('statement.attention')} {isLinked && <StatementLink place={found} />}
      </p>
    </Notice>
  );
}
