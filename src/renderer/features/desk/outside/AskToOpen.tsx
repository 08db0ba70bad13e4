import type { ReactNode } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Dialog, FIRST_FOCUS } from '../../../ui/Dialog.tsx';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type LinkVerdict, useConfirmHost } from './queries.ts';

type Props = {
  readonly verdict: Exclude<LinkVerdict, { verdict: 'refused' }>;
  readonly onClose: () => void;
};

/** Once per host and profile: where it leads is said before the browser goes there. Enter goes nowhere by accident. */
export function AskToOpen({ verdict, onClose }: Props): ReactNode {
  const say = useSay();
  const confirm = useConfirmHost();
  const { host, address, profileId, profileName: profile } = verdict;
  const title = say('outside.ask.title');
  return (
    <Dialog label={title} size="palette" onClose={onClose}>
      <div className="stack gap-12 pad-20">
        <h2 className="text-16 bold">{title}</h2>
        <p className="pad-12 text-16 mono breakable round-8 on-soft">{host}</p>
        <p>{say('outside.ask.text', { profile })}</p>
        <ActionError error={confirm.error} />
        <div className="row wrap gap-8 push">
          <Button variant="default" onClick={onClose} {...FIRST_FOCUS}>
            {say('outside.ask.cancel')}
          </Button>
          <Button
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            draggable={false}
            onClick={() => confirm.mutate({ address, profileId }, { onSuccess: onClose })}
          >
            {say('outside.ask.open')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
