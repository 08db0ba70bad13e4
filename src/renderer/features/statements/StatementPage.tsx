import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';

import type { Statement } from '#shared/domain/statement.ts';
import {
  NO_STATEMENT_FILTER,
  type StatementComparison,
  statementFilterSchema,
} from '#shared/domain/statementComparison.ts';

import { useCsvDelimiter } from '../../client/csvDelimiter.ts';
import { useClient, useDesk, useMay } from '../../client/deskContext.ts';
import { callOrThrow } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { useDebouncedValue, useSessionStorage } from '../../ui/hooks.ts';
import { PAGE_ROWS, Pager, pageAt } from '../../ui/Pager.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ReportFile } from '../exports/ReportFile.tsx';
import { LogTabs } from '../log/LogTabs.tsx';
import { ClassCards } from './ClassCards.tsx';
import { FilterBar } from './FilterBar.tsx';
import { LineTable } from './LineTable.tsx';
import { PairPanel } from './PairPanel.tsx';
import { useComparison, useLines, useStatements } from './queries.ts';
import { SettlePanel } from './SettlePanel.tsx';
import styles from './Statements.module.css';
import {
  type LineName,
  STATEMENTS,
  lineOf,
  statementFacts,
  statementHref,
  statementName,
} from './statementText.ts';

type Props = { readonly statementId: string; readonly line: LineName | null };

/** One statement: how it agrees with the log as it is now, and what can be decided about the rest. */
export function StatementPage({ statementId, line }: Props): ReactNode {
  const say = useSay();
  const statements = useStatements();
  const statement = statements.data?.find((one) => one.statementId === statementId) ?? null;
  const comparison = useComparison(statementId);
  return (
    <div className={`${styles.screen} stack gap-16`} data-opened={line !== null}>
      <Head statement={statement} isCompared={comparison.data !== undefined} />
      {statements.error !== null && <QueryError of={statements} />}
      <QueryError of={comparison} />
      {comparison.isPending && (
        <div className="stack gap-12" role="status">
          <p className="muted">{say('statement.comparing')}</p>
          <Skeleton height={360} />
        </div>
      )}
      {comparison.data !== undefined && (
        <Compared
          comparison={comparison.data}
          isOld={comparison.isFetching}
          onCompare={() => void comparison.refetch()}
          line={line}
        />
      )}
    </div>
  );
}

type HeadProps = { readonly statement: Statement | null; readonly isCompared: boolean };

function Head({ statement, isCompared }: HeadProps): ReactNode {
  const say = useSay();
  const client = useClient();
  const delimiter = useCsvDelimiter();
  // It has the cells of the file as they are.
  const maySupervise = useMay('supervise');
  const { language } = useDesk().settings;
  return (
    <div className="stack gap-4">
      <div className={`${styles.head} screen-head`}>
        <h1 className="text-18 ink bold breakable">
          {statement === null
            ? say('statement.one')
            : say('statement.named', { name: statementName(statement, say) })}
        </h1>
        <LogTabs chosen="statements" />
        <Link href={STATEMENTS}>{say('statement.all')}</Link>
        {statement !== null && isCompared && maySupervise && (
          <ReportFile
            label={say('statement.report')}
            done={say('statement.report.done')}
            read={(order) =>
              callOrThrow(client, 'statement.report', {
                statementId: statement.statementId,
                delimiter,
                ...order,
              })
            }
          />
        )}
      </div>
      {statement !== null && (
        <p className="text-13 muted">
          {`${statement.profileName} · ${statementFacts(statement, language, say)} · ${say(
            'statement.recorded',
            {
              time: dayTimeText(statement.recordedAt, language),
              operator: statement.operator.name,
            },
          )}`}
        </p>
      )}
    </div>
  );
}

type ComparedProps = {
  readonly comparison: StatementComparison;
  readonly isOld: boolean;
  readonly onCompare: () => void;
  readonly line: LineName | null;
};

const TYPING_MS = 200;
const filterSchema = statementFilterSchema.catch(NO_STATEMENT_FILTER);

function Compared({ comparison, isOld, onCompare, line }: ComparedProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { statementId, comparedAt } = comparison;
  const [filter, setFilter] = useSessionStorage(`statement-filter ${statementId}`, filterSchema);
  const asked = { ...filter, text: useDebouncedValue(filter.text, TYPING_MS) };
  const [from, setFrom] = useState(0);
  const lines = useLines(comparison, asked, from);
  const total = lines.data?.total ?? 0;
  const items = lines.data?.items ?? [];
  // Decisions take lines away, and the last page with them.
  if (!lines.isPlaceholderData && total > 0 && from >= total) setFrom(pageAt(from, total));
  const step = useSteps({
    statementId,
    names: items.flatMap((item) => lineOf(item) ?? []),
    line,
    from,
    total,
    isReady: !lines.isPlaceholderData,
    setFrom,
  });
  const choose = (next: typeof filter): void => {
    setFrom(0);
    setFilter(next);
  };
  return (
    <>
      <ClassCards comparison={comparison} filter={filter} onFilter={choose} />
      <div className={`${styles.list} stack gap-16`}>
        <SettlePanel comparison={comparison} onFilter={choose} />
        <div className="row wrap middle gap-8">
          <FilterBar comparison={comparison} filter={filter} onFilter={choose} />
          <p className="row middle gap-8 push text-12 muted">
            {say('statement.comparedAt', { time: dayTimeText(comparedAt, language) })}
            <Button size="xs" variant="default" loading={isOld} onClick={onCompare}>
              {say('statement.compareAgain')}
            </Button>
          </p>
        </div>
      </div>
      <div className={`${styles.columns} columns`}>
        <section className={`${styles.list} stack gap-12 narrow`}>
          <QueryError of={lines} />
          {lines.isPending && <Skeleton height={320} />}
          {lines.data !== undefined && total === 0 && (
            <p className="dashed" role="status">
              {say('statement.noLines')}
            </p>
          )}
          {total > 0 && <LineTable statementId={statementId} items={items} opened={line} />}
          <Pager from={pageAt(from, total)} total={total} onFrom={setFrom} />
        </section>
        {line !== null && (
          <aside className={`${styles.side} narrow`} aria-label={say('statement.pair')}>
            <PairPanel statementId={statementId} line={line} onStep={step} />
          </aside>
        )}
      </div>
    </>
  );
}

type StepsProps = {
  readonly statementId: string;
  readonly names: readonly LineName[];
  readonly line: LineName | null;
  readonly from: number;
  readonly total: number;
  /** The names are those of `from`, not those of the page before. */
  readonly isReady: boolean;
  readonly setFrom: (from: number) => void;
};

/** To the next line and the one before, over the pages. A line that an accepted suggestion took away keeps its place. */
function useSteps(props: StepsProps): (by: 1 | -1) => void {
  const { statementId, names, line, from, total, isReady, setFrom } = props;
  const [, navigate] = useLocation();
  const place = useRef(-1);
  const waits = useRef<'first' | 'last' | null>(null);
  const found = line === null ? -1 : names.indexOf(line);
  useEffect(() => {
    if (found !== -1) place.current = found;
  }, [found]);
  useEffect(() => {
    if (waits.current === null || !isReady) return;
    const name = waits.current === 'first' ? names[0] : names.at(-1);
    waits.current = null;
    if (name !== undefined) navigate(statementHref(statementId, name));
  }, [isReady, names, navigate, statementId]);
  return (by) => {
    // The next page is on its way: its first line is what the key before this one asked for.
    if (waits.current !== null || !isReady) return;
    const gone = found === -1 && by === 1 ? 0 : by;
    const to = (found === -1 ? Math.max(0, place.current) : found) + gone;
    const name = names[to];
    if (name !== undefined) {
      navigate(statementHref(statementId, name), { replace: line !== null });
    } else if (to >= names.length && from + PAGE_ROWS < total) {
      waits.current = 'first';
      setFrom(from + PAGE_ROWS);
    } else if (to < 0 && from > 0) {
      waits.current = 'last';
      setFrom(from - PAGE_ROWS);
    }
  };
}
