import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { saveFile } from '../../../ui/page.ts';
import { useHeldAnswers } from '../../../client/health.ts';

/** Closing the desk loses them: they are in no file but the one saved here. */
export function HeldAnswers({ count }: { readonly count: number }): ReactNode {
  const say = useSay();
  const held = useHeldAnswers();
  const save = (): void =>
    held.mutate(undefined, {
      onSuccess: (answers) => {
        if (answers.length === 0) return;
        const name = `held-answers-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}.json`;
        saveFile(name, [`${JSON.stringify(answers, null, 2)}\n`]);
      },
    });
  return (
    <>
      <p className="bold">{say('health.notWriting.held', { count })}</p>
      <div className="row wrap middle gap-12">
        <Button size="sm" loading={held.isPending} onClick={save}>
          {say('health.notWriting.save')}
        </Button>
        <span role="status">
          {held.data !== undefined &&
            (held.data.length === 0
              ? say('health.notWriting.none')
              : say('health.notWriting.saved', { count: held.data.length }))}
        </span>
      </div>
      <ActionError error={held.error} />
    </>
  );
}
