import { type ReactNode, useState } from 'react';

import {
  type Message,
  type PayableRequest,
  composeMessage,
} from '#shared/domain/message/compose.ts';
import { isCopyLocked } from '#shared/domain/request.ts';
import type { Channel } from '#shared/domain/template.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useMessageChoice } from '../../client/messageChoice.ts';
import { useNowRequests } from '../../client/requests.ts';
import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { useShortcut } from '../../shell/useCommands.ts';
import { ActionError, LoadError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Choices } from './Choices.tsx';
import styles from './Messages.module.css';
import { MessageText } from './MessageText.tsx';
import { settingFor, useTemplates } from './queries.ts';
import { useMessageState } from './state.ts';
import { Status } from './Status.tsx';
import { newestOf } from './target.ts';
import { useCopyMessage } from './useCopyMessage.ts';

type Props = {
  readonly request: PayableRequest;
  /** In the log, until the requisites are revealed: the preview would show them. Copying is not affected. */
  readonly masked?: boolean;
  /** It is the opened request of the Log, which the key belongs to. */
  readonly inLog?: boolean;
};

/** What goes to the customer: seen before it is copied, changed for this once, copied by one key. */
export function MessageComposer({ request, masked = false, inLog = false }: Props): ReactNode {
  const say = useSay();
  const desk = useDesk();
  const templates = useTemplates();
  const { choice, isLoading } = useMessageChoice(request);
  if (templates.error !== null) {
    return (
      <LoadError
        error={templates.error}
        retry={() => void templates.refetch()}
        retrying={templates.isFetching}
      />
    );
  }
  if (templates.data === undefined || isLoading) return null;
  const message = composeMessage(request, settingFor(desk, choice, request, templates.data));
  return (
    <div role="group" className={styles.composer} aria-label={say('message.title')}>
      {message.ok ? (
        <Composed
          request={request}
          message={message.value}
          channel={choice.channel}
          masked={masked}
          inLog={inLog}
        />
      ) : (
        <p className="text-13 muted">{say(`message.none.${message.error}`)}</p>
      )}
    </div>
  );
}

type ComposedProps = {
  readonly request: PayableRequest;
  readonly message: Message;
  readonly channel: Channel;
  readonly masked: boolean;
  readonly inLog: boolean;
};

/** After the end it is no longer a message that asks to pay. */
const COPY_WORDS = {
  payment: 'message.copy',
  receipt: 'message.copy.receipt',
  refusal: 'message.copy.refusal',
} as const satisfies Record<Message['purpose'], WordKey>;

function Composed({ request, message, channel, masked, inLog }: ComposedProps): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const { intentId } = request;
  const [state, change] = useMessageState({ intentId, purpose: message.purpose });
  const { copy, error } = useCopyMessage('button');
  const isNewest = useIsNewest(request);
  const isTarget = inLog || isNewest;
  const shortcut = useShortcut('message.copy');
  const [opened, setOpened] = useState<boolean | null>(null);
  const locked = isCopyLocked(request);
  const isHidden = masked || privacy.on;
  const [editing, setEditing] = useState(false);
  const isEditing = editing || state.edited !== null;
  // A newer request must not replace the text while the operator edits it.
  const isOpen = (opened ?? (isNewest || isEditing)) && !locked;
  const toggleEditing = (): void => {
    change({ edited: null, asked: null });
    setEditing(!isEditing);
  };
  return (
    <>
      <div className="row wrap middle gap-8">
        <Button
          size="xs"
          variant={isTarget ? 'filled' : 'default'}
          className={styles.copy}
          disabled={locked}
          // The second click of a double click is no second press: it would copy the number in place of the message.
          onClick={(event) => {
            if (event.detail <= 1) copy(request);
          }}
          {...(isTarget
            ? {
                'aria-keyshortcuts': shortcut.aria,
                rightSection: <KeyCap>{shortcut.cap}</KeyCap>,
              }
            : {})}
        >
          {say(COPY_WORDS[message.purpose])}
        </Button>
        <Choices request={request} disabled={locked || state.edited !== null} />
      </div>
      <ActionError error={error} />
      <div className={`row wrap middle gap-4 ${styles.line}`}>
        <div className={styles.said}>
          <Status message={message} state={state} isOpen={isOpen} />
        </div>
        {isOpen && !isHidden && (
          <Button size="xs" variant="subtle" className={styles.quiet} onClick={toggleEditing}>
            {say(isEditing ? 'message.restore' : 'message.edit')}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          className={styles.quiet}
          disabled={locked}
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
        >
          {say(isOpen ? 'message.hide' : 'message.preview')}
        </Button>
      </div>
      {isOpen && isHidden && (
        <p className="text-13 muted">
          {say(masked ? 'message.hidden.masked' : 'message.hidden.privacy')}
        </p>
      )}
      {isOpen && !isHidden && (
        <MessageText
          message={message}
          channel={channel}
          edited={state.edited}
          isEditing={isEditing}
          takesFocus={editing}
          onEdit={(edited) => change({ edited, asked: null })}
        />
      )}
    </>
  );
}

/** On New request the key copies this one, or asks where another card is open too. */
function useIsNewest({ intentId }: PayableRequest): boolean {
  const { profile } = useDesk();
  const { data = [] } = useNowRequests(profile.id);
  return newestOf(data)?.intentId === intentId;
}
