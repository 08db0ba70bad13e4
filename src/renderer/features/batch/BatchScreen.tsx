import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/Notice.tsx';
import styles from '../../ui/importing/Importing.module.css';
import { Busy, OtherProfile, StepFocus, StepList } from '../../ui/importing/Steps.tsx';
import { BatchList } from './BatchList.tsx';
import { BatchRun } from './BatchRun.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { StartStep } from './StartStep.tsx';
import { type Importing, useImport } from './useImport.ts';

type Props = {
  /** Null: a file is chosen, or an earlier batch. */
  readonly batchId: string | null;
};

export function BatchScreen({ batchId }: Props): ReactNode {
  return batchId === null ? <NewBatch /> : <BatchRun key={batchId} batchId={batchId} />;
}

const STEPS = ['file', 'columns', 'check', 'confirm'] as const;

function NewBatch(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const importing = useImport();
  const { draft } = importing;
  const step = draft?.step ?? 'file';
  return (
    <div className={`${styles.screen} stack gap-16`}>
      <div className="screen-head">
        <h1 className="text-18 ink bold">{say('batch.title')}</h1>
        <span className="muted">{profile.name}</span>
        <StepList
          steps={STEPS.map((name) => ({ name, label: say(`batch.step.${name}`) }))}
          current={step}
        />
      </div>
      <StepFocus key={step}>
        <ActionError error={importing.error} />
        <Step importing={importing} />
      </StepFocus>
      {draft === null && <BatchList />}
    </div>
  );
}

function Step({ importing }: { readonly importing: Importing }): ReactNode {
  const { draft, isBusy } = importing;
  const { profile } = useDesk();
  if (draft === null) return <StartStep importing={importing} />;
  // Rows that were read for one merchant are never issued by another one.
  if (draft.profileId !== profile.id) {
    return <OtherProfile profileId={draft.profileId} onDiscard={importing.close} />;
  }
  return (
    <>
      {isBusy && <Busy importId={draft.importId} onCancel={importing.cancel} />}
      {draft.step === 'columns' && <ColumnsStep draft={draft} importing={importing} />}
      {draft.step === 'check' && draft.check !== null && (
        <CheckStep draft={draft} check={draft.check} importing={importing} />
      )}
      {draft.step === 'confirm' && draft.check !== null && (
        <ConfirmStep draft={draft} check={draft.check} importing={importing} />
      )}
    </>
  );
}
