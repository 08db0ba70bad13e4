import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import { type Message, saysWhereToPay } from '#shared/domain/message/compose.ts';
import type { Placeholder } from '#shared/domain/message/placeholders.ts';

import { type Say, useSay } from '../../i18n/i18n.ts';
import { FieldNote } from '../../ui/Field.tsx';
import styles from './Messages.module.css';

/** More than any wording with its values makes; the desk takes no more to record. */
const MOST_CHARACTERS = 4000;

type Props = {
  readonly intentId: IntentId;
  readonly message: Message;
  readonly edited: string | null;
  /** Why it is not shown; null: it is. */
  readonly hidden: 'masked' | 'privacy' | null;
  readonly onEdit: (text: string | null) => void;
};

/** Exactly what is copied, and what is to be known of it. */
export function MessageText(props: Props): ReactNode {
  const { message, edited, hidden, onEdit } = props;
  const say = useSay();
  const [editing, setEditing] = useState(edited !== null);
  const text = edited ?? message.text;
  if (hidden !== null) return <p className={styles.none}>{say(`message.hidden.${hidden}`)}</p>;
  return (
    <div className={styles.texts}>
      {editing ? (
        <EditBox text={text} message={message} onEdit={onEdit} />
      ) : (
        <pre className={styles.text}>{text}</pre>
      )}
      {message.second !== null && (
        <div className={styles.second}>
          <p className={styles.caption}>{say('message.then')}</p>
          <pre className={styles.text}>{message.second.text}</pre>
        </div>
      )}
      {edited === null && <Remarks message={message} />}
      <div className={styles.under}>
        <span className={styles.caption}>{say(sourceWord(message, edited))}</span>
        {editing ? (
          <Button
            size="xs"
            variant="subtle"
            className={styles.quiet}
            onClick={() => {
              onEdit(null);
              setEditing(false);
            }}
          >
            {say('message.restore')}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            className={styles.quiet}
            onClick={() => setEditing(true)}
          >
            {say('message.edit')}
          </Button>
        )}
      </div>
    </div>
  );
}

function sourceWord(
  { template }: Message,
  edited: string | null,
): 'message.source.edited' | 'message.source.desk' | 'message.source.own' {
  if (edited !== null) return 'message.source.edited';
  return template === null ? 'message.source.desk' : 'message.source.own';
}

type EditProps = Pick<Props, 'message' | 'onEdit'> & { readonly text: string };

function EditBox({ text, message, onEdit }: EditProps): ReactNode {
  const say = useSay();
  const noteId = useId();
  const isMissing = !saysWhereToPay(text, message.payTo);
  const concern = message.payTo.kind === 'number' ? 'no_number' : 'no_link';
  return (
    <div>
      <textarea
        className={styles.edit}
        aria-label={say('message.text')}
        aria-describedby={noteId}
        rows={text.split('\n').length + 1}
        maxLength={MOST_CHARACTERS}
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
      <FieldNote
        id={noteId}
        error={null}
        warning={isMissing ? say(`message.concern.${concern}`) : null}
        hint={say('message.edit.hint')}
      />
    </div>
  );
}

function Remarks({ message: { altered, hidden } }: Pick<Props, 'message'>): ReactNode {
  const say = useSay();
  return (
    <>
      {hidden.length > 0 && (
        <p className={styles.remark}>
          {say('message.remark.hidden', { fields: namesOf(hidden, say) })}
        </p>
      )}
      {altered.length > 0 && (
        <p className={styles.remark}>
          {say(isOnlyLink(altered) ? 'message.remark.link' : 'message.remark.telegram', {
            fields: namesOf(altered, say),
          })}
        </p>
      )}
    </>
  );
}

function isOnlyLink(altered: readonly Placeholder[]): boolean {
  return altered.length === 1 && altered[0] === 'link';
}

function namesOf(placeholders: readonly Placeholder[], say: Say): string {
  return placeholders.map((placeholder) => say(`placeholder.${placeholder}`)).join(', ');
}
