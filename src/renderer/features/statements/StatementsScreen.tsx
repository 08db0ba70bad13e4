import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import shared from '../../ui/importing/Importing.module.css';
import { Busy, OtherProfile, StepFocus, StepList } from '../../ui/importing/Steps.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { LogTabs } from '../log/LogTabs.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { CoverageStep } from './CoverageStep.tsx';
import { StartStep } from './StartStep.tsx';
import { StatementList } from './StatementList.tsx';
import { StatementPage } from './StatementPage.tsx';
import { readLine } from './statementText.ts';
import { type StatementImport, useStatementImport } from './useStatementImport.ts';

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
  const { profile } = useDesk();
  const importing = useStatementImport();
  const { draft } = importing;
  const step = draft?.step ?? 'file';
  return (
    <div className={`${shared.screen} stack gap-16`}>
      <div className="screen-head">
        <h1 className="text-18 ink bold">{say('statement.title')}</h1>
        <LogTabs chosen="statements" />
        <span className="muted">{profile.name}</span>
        <StepList
          steps={STEPS.map((name) => ({ name, label: say(`statement.step.${name}`) }))}
          current={step}
        />
      </div>
      <StepFocus key={step}>
        <ActionError error={importing.error} />
        <Step importing={importing} />
      </StepFocus>
      {draft === null && <StatementList />}
    </div>
  );
}

function Step({ importing }: { readonly importing: StatementImport }): ReactNode {
  const { draft, isBusy } = importing;
  const { profile } = useDesk();
  if (draft === null) return <StartStep importing={importing} />;
  // Rows that were read for one merchant are never compared with the requests of another one.
  if (draft.profileId !== profile.id) {
    return <OtherProfile profileId={draft.profileId} onDiscard={importing.close} />;
  }
  return (
    <>
      {isBusy && <Busy importId={draft.importId} onCancel={importing.cancel} />}
      {draft.step === 'columns' && <ColumnsStep draft={draft} importing={importing} />}
      {draft.step === 'coverage' && draft.check !== null && (
        <CoverageStep draft={draft} check={draft.check} importing={importing} />
      )}
    </>
  );
}
