import type { ReactNode } from 'react';

import { May } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ImportScreen } from '../../ui/importing/Steps.tsx';
import { BatchList } from './BatchList.tsx';
import { BatchRun } from './BatchRun.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { StartStep } from './StartStep.tsx';
import { useImport } from './useImport.ts';

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
  const importing = useImport();
  const { draft } = importing;
  return (
    <ImportScreen
      title={say('batch.title')}
      steps={STEPS.map((name) => ({ name, label: say(`batch.step.${name}`) }))}
      importing={importing}
      start={
        <May to="issue">
          <StartStep importing={importing} />
        </May>
      }
      below={<BatchList />}
    >
      {draft?.step === 'columns' && <ColumnsStep draft={draft} importing={importing} />}
      {draft?.step === 'check' && draft.check !== null && (
        <CheckStep draft={draft} check={draft.check} importing={importing} />
      )}
      {draft?.step === 'confirm' && draft.check !== null && (
        <ConfirmStep draft={draft} check={draft.check} importing={importing} />
      )}
    </ImportScreen>
  );
}
