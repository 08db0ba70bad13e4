import { type ReactNode, useId, useState } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { WaitingCard } from '#shared/domain/eyes.ts';

import { useApprove } from '../../client/eyes.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectBox } from '../../ui/TextBox.tsx';
import { PinEntry } from '../people/PinEntry.tsx';
import { PinWords } from '../people/PinWords.tsx';
import { CardContent, useCardTitle } from './CardContent.tsx';
import styles from './Eyes.module.css';

type Approver = OperationOutput<'eyes.waiting'>['approvers'][number];
type Props = {
  readonly card: WaitingCard;
  readonly approvers: readonly Approver[];
  readonly onApproved: () => void;
  readonly onClose: () => void;
};

/** The second person chooses their name and types their PIN at this page. Core records it as witnessed here. */
export function ApproveDialog(props: Props): ReactNode {
  return (
    <PinWords>
      <Box {...props} />
    </PinWords>
  );
}

function Box({ card, approvers, onApproved, onClose }: Props): ReactNode {
  const say = useSay();
  const title = useCardTitle(card);
  // The author cannot be the second person: core refuses it, the list does not offer it.
  const others = approvers.filter(({ personId }) => personId !== card.author.personId);
  const isNoneFree = others.every(({ isLocked }) => isLocked);
  return (
    <Dialog label={say('people.eyes.dialog')} size="palette" onClose={onClose}>
      <div className={`${styles.scroll} stack gap-16 pad-20`}>
        <h2 className="text-18 bold">{title}</h2>
        <CardContent card={card} />
        {isNoneFree ? (
          <>
            <Notice tone="unknown">
              {say(others.length === 0 ? 'people.eyes.noOne' : 'people.eyes.allLocked')}
            </Notice>
            <Button variant="default" onClick={onClose} {...FIRST_FOCUS}>
              {say('people.eyes.notNow')}
            </Button>
          </>
        ) : (
          <ApproverForm card={card} others={others} onApproved={onApproved} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

type FormProps = Omit<Props, 'approvers'> & { readonly others: readonly Approver[] };

function ApproverForm({ card, others, onApproved, onClose }: FormProps): ReactNode {
  const say = useSay();
  const nameId = useId();
  const approve = useApprove();
  const free = others.filter(({ isLocked }) => !isLocked);
  const [chosen, setChosen] = useState(free[0]?.personId ?? '');
  const name = others.find(({ personId }) => personId === chosen)?.name ?? '';
  return (
    <PinEntry
      name={name}
      personId={chosen}
      does={say('people.eyes.approve')}
      cancel={say('people.eyes.notNow')}
      of={approve}
      isFirst={free.length <= 1}
      onClose={onClose}
      onPin={(pin, onError) => {
        const { cardId, digest } = card;
        const approval = { cardId, digest, personId: chosen, pin };
        approve.mutate(approval, { onSuccess: onApproved, onError });
      }}
    >
      <Field id={nameId} label={say('people.eyes.second')}>
        {(control) => (
          <SelectBox
            {...control}
            {...(free.length > 1 ? FIRST_FOCUS : {})}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {others.map(({ personId, name: other, isLocked }) => (
              <option key={personId} value={personId} disabled={isLocked}>
                {isLocked ? say('people.locked.name', { name: other }) : other}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
    </PinEntry>
  );
}
