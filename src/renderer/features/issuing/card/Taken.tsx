import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActionError } from '../../../ui/Notice.tsx';

/** Which operator works on an unknown; taken, released and taken over by a press of its own. */
export function Taken({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { language, operatorName } = useDesk().settings;
  const take = useOperation('request.take', applyRequest);
  const { intentId, takenBy } = request;
  const isMine = takenBy?.operator.name === operatorName;
  const word = takenBy === undefined ? 'taken.take' : isMine ? 'taken.release' : 'taken.over';
  return (
    <>
      <div className="row wrap middle gap-8 text-13">
        {takenBy !== undefined && (
          <span
            className="breakable"
            title={`${takenBy.operator.account} · ${fullTimeText(takenBy.at, language)}`}
          >
            {say(isMine ? 'taken.mine' : 'taken.by', {
              operator: takenBy.operator.name,
              time: dayTimeText(takenBy.at, language),
            })}
          </span>
        )}
        <Button
          size="xs"
          variant="default"
          aria-busy={take.isPending}
          onClick={() => {
            if (!take.isPending) take.mutate({ intentId, taken: !isMine });
          }}
        >
          {say(word)}
        </Button>
      </div>
      <ActionError error={take.error} />
    </>
  );
}
