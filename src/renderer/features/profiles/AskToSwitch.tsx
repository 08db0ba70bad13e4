import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';

type Props = {
  readonly from: Profile;
  readonly to: Profile;
  readonly onSwitch: () => void;
  readonly onStay: () => void;
};

/** Enter stays: an arrow key in the list of profiles must not lead to Live by accident. */
export function AskToSwitch({ from, to, onSwitch, onStay }: Props): ReactNode {
  const say = useSay();
  const title = say('switch.ask.title', { profile: to.name });
  return (
    <Dialog label={title} size="palette" onClose={onStay}>
      <div className="stack gap-12 pad-20">
        <h2 className="text-16 bold">{title}</h2>
        <p>{say('switch.ask.text', { profile: from.name })}</p>
        <div className="row wrap gap-8 push">
          <Button variant="default" onClick={onStay} {...FIRST_FOCUS}>
            {say('switch.ask.stay', { profile: from.name })}
          </Button>
          <Button onClick={onSwitch}>{say('switch.ask.switch')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
