import { type ReactNode, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AbsentForm } from '../issuing/resolve/AbsentForm.tsx';
import { useResolve } from '../../client/requests.ts';
import styles from './LogScreen.module.css';
import { SeveralTable } from './SeveralTable.tsx';

type Props = {
  readonly unresolved: readonly DepositRequest[];
  readonly openedId: IntentId | null;
};

/** After an outage: those that the provider does not have, closed together. A found one needs an id of its own. */
export function ResolveSeveral({ unresolved, openedId }: Props): ReactNode {
  const say = useSay();
  const [marked, setMarked] = useState<ReadonlySet<IntentId>>(new Set());
  const resolve = useResolve();
  const closed = resolve.data?.length ?? 0;
  const chosen = unresolved.filter(({ intentId }) => marked.has(intentId));
  const choose = (intentIds: readonly IntentId[], add: boolean): void =>
    setMarked((last) => {
      const others = [...last].filter((intentId) => !intentIds.includes(intentId));
      return new Set(add ? [...others, ...intentIds] : others);
    });
  return (
    <>
      <div className={`${styles.several} panel stack gap-8`}>
        <p className={`${styles.severalHead} row wrap baseline`}>
          <span role="status" className="bold">
            {say('log.several.chosen', { count: chosen.length })}
          </span>
          <span className="muted">
            {say('log.several.text')} {say('resolve.many.found')}
          </span>
        </p>
        {closed > 0 && (
          <div role="status">
            <Notice tone="good">{say('resolve.many.done', { count: closed })}</Notice>
          </div>
        )}
        {chosen.length > 0 && (
          <section aria-labelledby="several-title" className="stack gap-4">
            <h2 id="several-title" className="text-14 bold">
              {say('resolve.many.title', { count: chosen.length })}
            </h2>
            <AbsentForm requests={chosen} resolve={resolve} />
          </section>
        )}
      </div>
      {unresolved.length === 0 ? (
        <p className="dashed">{say('log.several.none')}</p>
      ) : (
        <SeveralTable
          requests={unresolved}
          openedId={openedId}
          selection={{ chosen: new Set(chosen.map(({ intentId }) => intentId)), choose }}
        />
      )}
    </>
  );
}
