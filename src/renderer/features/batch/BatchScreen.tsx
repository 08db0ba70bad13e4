import { type ReactNode, useEffect, useRef } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/Notice.tsx';
import styles from './Batch.module.css';
import { BatchList } from './BatchList.tsx';
import { BatchRun } from './BatchRun.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { Progress } from './Progress.tsx';
import { StartStep } from './StartStep.tsx';
import { type Importing, useImport, useImportProgress } from './useImport.ts';

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
        <ol className={`${styles.steps} push text-13`} aria-label={say('batch.steps')}>
          {STEPS.map((name) => (
            <li key={name} {...(name === step ? { 'aria-current': 'step' as const } : {})}>
              {say(`batch.step.${name}`)}
            </li>
          ))}
        </ol>
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
  if (draft.profileId !== profile.id) return <OtherProfile importing={importing} />;
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

function OtherProfile({ importing }: { readonly importing: Importing }): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const { draft, close } = importing;
  const name = profiles.find(({ id }) => id === draft?.profileId)?.name ?? draft?.profileId ?? '';
  return (
    <div className="dashed blank">
      <h2 className="text-18 ink bold">{say('batch.otherProfile', { profile: name })}</h2>
      <p>{say('batch.otherProfile.text', { profile: name })}</p>
      <button type="button" className="text-button" onClick={close}>
        {say('batch.discard')}
      </button>
    </div>
  );
}

type BusyProps = { readonly importId: string; readonly onCancel: () => void };

function Busy({ importId, onCancel }: BusyProps): ReactNode {
  const say = useSay();
  const progress = useImportProgress(importId);
  if (progress === null) return null;
  const { step, done, total } = progress;
  return (
    <Progress
      label={say(`batch.progress.${step}`)}
      done={done}
      total={total}
      action={
        <button type="button" className="quiet" onClick={onCancel}>
          {say('batch.cancel')}
        </button>
      }
    />
  );
}

/** What was pressed goes away with its step; the keyboard goes on in the new one. */
function StepFocus({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? place.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={place} tabIndex={-1} className={`${styles.step} stack gap-16`}>
      {children}
    </section>
  );
}
