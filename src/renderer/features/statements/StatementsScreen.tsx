import type { ReactNode } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { ImportScreen } from '../../ui/importing/Steps.tsx';
import { LogTabs } from '../log/LogTabs.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { CoverageStep } from './CoverageStep.tsx';
import { StartStep } from './StartStep.tsx';
import { StatementList } from './StatementList.tsx';
import { StatementPage } from './StatementPage.tsx';
import { readLine } from './statementText.ts';
import { useStatementImport } from './useStatementImport.ts';

type Props = {
  /** Null: a file is chosen, or an earlier statement. */
  readonly statementId: string | null;
  /** The opened line, as the address names it. */
  readonly line: string | null;
};

/** The provider's own list against the log. */
export function StatementsScreen({ statementId, line }: Props): ReactNode {
  return statementId === null ? (
    <NewStatement />
  ) : (
    <StatementPage key={statementId} statementId={statementId} line={readLine(line)} />
  );
}

const STEPS = ['file', 'columns', 'coverage', 'compare'] as const;

function NewStatement(): ReactNode {
  const say = useSay();
  const importing = useStatementImport();
  const { draft } = importing;
  return (
    <ImportScreen
      title={say('statement.title')}
      tabs={<LogTabs chosen="statements" />}
      steps={STEPS.map((name) => ({ name, label: say(`statement.step.${name}`) }))}
      importing={importing}
      start={<StartStep importing={importing} />}
      below={<StatementList />}
    >
      {draft?.step === 'columns' && <ColumnsStep draft={draft} importing={importing} />}
      {draft?.step === 'coverage' && draft.check !== null && (
        <CoverageStep draft={draft} check={draft.check} importing={importing} />
      )}
    </ImportScreen>
  );
}
