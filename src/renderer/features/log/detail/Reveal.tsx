import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import styles from './Detail.module.css';
import { useReveal } from './queries.ts';

type Props = {
  readonly intentId: IntentId;
  readonly isRevealed: boolean;
  readonly onRevealed: (isRevealed: boolean) => void;
};

/** One button in one place for both ways and never disabled, so that the focus stays on it. */
export function Reveal({ intentId, isRevealed, onRevealed }: Props): ReactNode {
  const say = useSay();
  const reveal = useReveal();
  const Icon = isRevealed ? IconEyeOff : IconEye;
  return (
    <div>
      <p className={`${styles.reveal} row wrap middle between muted`}>
        <span>{say(isRevealed ? 'reveal.shown' : 'reveal.masked')}</span>
        <button
          type="button"
          className="quiet accent bold gap-6"
          aria-busy={reveal.isPending}
          onClick={() => {
            if (isRevealed) onRevealed(false);
            else if (!reveal.isPending) {
              reveal.mutate({ intentId }, { onSuccess: () => onRevealed(true) });
            }
          }}
        >
          <Icon size={14} aria-hidden="true" />
          {say(isRevealed ? 'reveal.mask' : 'reveal.do')}
        </button>
      </p>
      <ActionError error={reveal.error} />
    </div>
  );
}
