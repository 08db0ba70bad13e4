import { type ReactNode, useId, useState } from 'react';

import { intentIdSchema } from '#shared/domain/ids.ts';
import { Money } from '#shared/domain/money.ts';
import type { TeamRequest } from '#shared/domain/team.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { CheckBox } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { TextField } from '../../ui/TextField.tsx';
import eyes from '../eyes/Eyes.module.css';
import { PinEntry } from '../people/PinEntry.tsx';
import styles from './Papers.module.css';
import { signingFailureText } from './PapersWords.tsx';
import { useResolveThere } from './queries.ts';
import type { Words } from './words.ts';

type SaidProps = {
  readonly row: TeamRequest;
  readonly words: Words;
  readonly onResolve: (row: TeamRequest) => void;
};

/** Beside the outcome: what this desk said about it, and the button where it may say something. Enter on the row does the same. */
export function Said({ row, words, onResolve }: SaidProps): ReactNode {
  const say = useSay();
  const text = words.text(row, say);
  const { orderId: order, desk } = row;
  return (
    <>
      {text !== null && <span className={`${styles.word} text-12 muted`}>{text}</span>}
      {words.mayResolve(row) && (
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={-1}
          aria-label={say('papers.resolve.of', { order, desk })}
          onClick={() => onResolve(row)}
        >
          {say('papers.resolve')}
        </Button>
      )}
    </>
  );
}

const MOST_ID_CHARACTERS = 255;
const MOST_NOTE_CHARACTERS = 2000;

type Props = {
  readonly row: TeamRequest;
  readonly onSent: () => void;
  readonly onClose: () => void;
};

function findingOf(kind: 'found' | 'absent', remoteId: string) {
  return kind === 'found' ? { kind, remoteId, typedByHand: null } : { kind };
}

/** A signed word about an unknown of another desk, which verifies it and writes it into its own log. */
export function ResolveThere({ row, onSent, onClose }: Props): ReactNode {
  const say = useSay();
  const [idField, noteField] = [useId(), useId()];
  const signer = useDesk().session.person?.name ?? '';
  const resolve = useResolveThere();
  const [kind, setKind] = useState<'found' | 'absent'>('found');
  const [remoteId, setRemoteId] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [note, setNote] = useState('');
  const [isTold, setTold] = useState(false);
  const { desk, merchant, orderId: order } = row;
  const isFound = kind === 'found';
  const isComplete = isFound ? remoteId.trim() !== '' : isConfirmed;
  const title = say('papers.resolve.of', { order, desk });
  return (
    <Dialog label={title} size="palette" onClose={onClose}>
      <div className={`${eyes.scroll} stack gap-16 pad-20`}>
        <h2 className="text-18 bold breakable">{title}</h2>
        <About row={row} />
        <p className="muted">{say('papers.resolve.text', { desk })}</p>
        <PinEntry
          name={signer}
          does={say('papers.resolve.send')}
          cancel={say('resolve.close')}
          of={resolve}
          isFirst={false}
          failureText={signingFailureText}
          check={() => {
            setTold(true);
            return isComplete;
          }}
          onClose={onClose}
          onPin={(pin, onError) =>
            resolve.mutate(
              {
                pin,
                desk,
                merchant,
                intentId: intentIdSchema.parse(row.intentId),
                orderId: order,
                finding: findingOf(kind, remoteId.trim()),
                note: note.trim(),
              },
              { onSuccess: onSent, onError },
            )
          }
        >
          <Segments
            label={say('resolve.kind')}
            value={kind}
            options={[
              { value: 'found', label: say('resolve.found') },
              { value: 'absent', label: say('resolve.absent') },
            ]}
            onChange={setKind}
          />
          {isFound ? (
            <TextField
              id={idField}
              label={say('resolve.remoteId')}
              hint={say('resolve.remoteId.hint')}
              error={isTold && !isComplete ? say('resolve.remoteId.empty') : null}
              look="mono"
              maxLength={MOST_ID_CHARACTERS}
              {...FIRST_FOCUS}
              value={remoteId}
              onText={setRemoteId}
            />
          ) : (
            <CheckBox
              label={say('resolve.absent.confirm', { order })}
              checked={isConfirmed}
              onChange={setConfirmed}
              error={isTold && !isComplete ? say('resolve.absent.needed') : null}
            />
          )}
          <TextField
            id={noteField}
            label={say('resolve.note')}
            hint={say('resolve.note.hint')}
            maxLength={MOST_NOTE_CHARACTERS}
            value={note}
            onText={setNote}
          />
        </PinEntry>
      </div>
    </Dialog>
  );
}

/** What to look for at the provider, as far as the desk shares it. */
function About({ row }: Pick<Props, 'row'>): ReactNode {
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { customer, cents, currency } = row;
  const amount =
    cents === null || currency === null
      ? null
      : `${Money.shown(cents, currency, language)} ${currency}`;
  const facts = [amount, customer].filter((fact) => fact !== null);
  return facts.length === 0 ? null : (
    <p className="medium breakable">{facts.map((fact) => hide(fact)).join(' · ')}</p>
  );
}
