import { type ReactNode, useId } from 'react';

import { type Message, saysWhereToPay } from '#shared/domain/message/compose.ts';
import type { Placeholder } from '#shared/domain/message/placeholders.ts';
import type { Channel } from '#shared/domain/template.ts';

import { type Say, useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldNote } from '../../ui/Field.tsx';
import { LongText } from '../../ui/LongText.tsx';

/** More than any wording with its values makes; the desk takes no more to record. */
const MOST_CHARACTERS = 4000;
/** Further ones are scrolled to. */
const MOST_LINES = 30;

type Props = {
  readonly message: Message;
  readonly edited: string | null;
  /** It was just asked for; one that is only drawn again leaves the keyboard where it is. */
  readonly takesFocus: boolean;
  readonly onEdit: (text: string) => void;
  readonly onRestore: () => void;
};

/** Exactly what is copied, to be changed for this one message. */
export function MessageText(props: Props): ReactNode {
  const { message, edited, takesFocus, onEdit, onRestore } = props;
  const say = useSay();
  return (
    <div className="stack fluid gap-8">
      <EditBox
        text={edited ?? message.text}
        message={message}
        takesFocus={takesFocus}
        onEdit={onEdit}
      />
      {message.second !== null && (
        <div className="stack gap-4">
          <p className="text-12 muted">{say('message.then')}</p>
          <Preview text={message.second.text} />
        </div>
      )}
      <div>
        <Button size="xs" variant="default" onClick={onRestore}>
          {say('message.restore')}
        </Button>
      </div>
    </div>
  );
}

function Preview({ text }: { readonly text: string }): ReactNode {
  return (
    <LongText text={text} label={useSay()('message.text')}>
      {(shown) => <pre className="code full sans text-13">{shown}</pre>}
    </LongText>
  );
}

type EditProps = Pick<Props, 'message' | 'onEdit' | 'takesFocus'> & { readonly text: string };

function EditBox({ text, message, takesFocus, onEdit }: EditProps): ReactNode {
  const say = useSay();
  const noteId = useId();
  const { payTo } = message;
  const isMissing = payTo !== null && !saysWhereToPay(text, payTo);
  const concern = payTo?.kind === 'number' ? 'no_number' : 'no_link';
  return (
    <div>
      <textarea
        className="area text-13"
        aria-label={say('message.text')}
        aria-describedby={noteId}
        rows={Math.min(text.split('\n').length + 1, MOST_LINES)}
        maxLength={MOST_CHARACTERS}
        spellCheck={false}
        autoFocus={takesFocus}
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

type RemarksProps = Pick<Props, 'message'> & { readonly channel: Channel };

/** What a messenger may make of its values. */
export function Remarks({ message, channel }: RemarksProps): ReactNode {
  const { altered, hidden } = message;
  const say = useSay();
  return (
    <>
      {hidden.length > 0 && (
        <p className="text-12 unknown">
          {say('message.remark.hidden', { fields: namesOf(hidden, say) })}
        </p>
      )}
      {altered.length > 0 && (
        <p className="text-12 unknown">
          {say(remarkOf(altered, channel), { fields: namesOf(altered, say) })}
        </p>
      )}
    </>
  );
}

function remarkOf(
  altered: readonly Placeholder[],
  channel: Channel,
): 'message.remark.whatsapp' | 'message.remark.link' | 'message.remark.telegram' {
  if (channel === 'whatsapp') return 'message.remark.whatsapp';
  const isOnlyLink = altered.length === 1 && altered[0] === 'link';
  return isOnlyLink ? 'message.remark.link' : 'message.remark.telegram';
}

function namesOf(placeholders: readonly Placeholder[], say: Say): string {
  return placeholders.map((placeholder) => say(`placeholder.${placeholder}`)).join(', ');
}
