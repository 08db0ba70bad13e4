import { type ReactNode, useRef, useState } from 'react';

import { type Message, composeMessage } from '#shared/domain/message/compose.ts';
import type { PayableRequest } from '#shared/domain/message/followUp.ts';
import { whyNotHandedOn } from '#shared/domain/request.ts';
import type { Channel } from '#shared/domain/template.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useMessageChoice } from '../../client/messageChoice.ts';
import { useNowRequests } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { useShortcut } from '../../shell/useCommands.ts';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { useChoices } from './Choices.tsx';
import { MessageText, Remarks } from './MessageText.tsx';
import { settingFor, useTemplates } from './queries.ts';
import { useMessageState } from './state.ts';
import { Status } from './Status.tsx';
import { newestOf } from './target.ts';
import { useCopyMessage, useFollowUps } from './useCopyMessage.ts';

type Props = {
  readonly request: PayableRequest;
  /** In the log, until the requisites are revealed: the text would show them. Copying is not affected. */
  readonly masked?: boolean;
  /** It is the opened request of the Log, which the key belongs to. */
  readonly inLog?: boolean;
  /** The card's own actions: in the menu, beneath those of the message. */
  readonly items?: readonly MenuItem[];
};

/** What goes to the customer, copied by one key; its language, channel and text are changed in the menu. */
export function MessageComposer(props: Props): ReactNode {
  const { request, items = [] } = props;
  const say = useSay();
  const desk = useDesk();
  const templates = useTemplates();
  const { choice, isLoading } = useMessageChoice(request);
  // Not a moment without the message: its menu would close when that comes.
  if (templates.isPending || isLoading) return null;
  const message =
    templates.data === undefined
      ? null
      : composeMessage(request, settingFor(desk, choice, request, templates.data));
  return (
    <div role="group" className="stack gap-8" aria-label={say('message.title')}>
      {templates.error !== null && <QueryError of={templates} />}
      {message?.ok === true ? (
        <Composed {...props} items={items} message={message.value} channel={choice.channel} />
      ) : (
        <>
          {message !== null && (
            <p className="text-13 muted">{say(`message.none.${message.error}`)}</p>
          )}
          <div className="row wrap middle gap-8">
            <span className="grow text-13 muted end" />
            {items.length > 0 && <Menu label={say('card.more')} items={items} />}
          </div>
        </>
      )}
    </div>
  );
}

type ComposedProps = Props & {
  readonly message: Message;
  readonly channel: Channel;
  readonly items: readonly MenuItem[];
};

function Composed(props: ComposedProps): ReactNode {
  const { request, message, channel, masked = false, inLog = false, items } = props;
  const say = useSay();
  const privacy = usePrivacy();
  const { intentId } = request;
  const { purpose } = message;
  const [state, change] = useMessageState({ intentId, purpose });
  const followUps = useFollowUps(request).filter((item) => item.kind !== purpose);
  const { copy, error } = useCopyMessage('button');
  const isNewest = useIsNewest(request);
  const isTarget = inLog || isNewest;
  const shortcut = useShortcut('message.copy');
  const locked = whyNotHandedOn(request) !== null;
  const [editing, setEditing] = useState(false);
  const isEditing = (editing || state.edited !== null) && !locked && !masked && !privacy.on;
  const choices = useChoices(request, locked || state.edited !== null);
  const [language, channelName] = choices.short;
  const copyButton = useRef<HTMLButtonElement>(null);
  const edit = {
    label: say('message.edit'),
    isDisabled: locked || masked || privacy.on || isEditing,
    onChoose: () => setEditing(true),
  };
  return (
    <>
      <div className="row wrap middle gap-8">
        <Button
          ref={copyButton}
          size="xs"
          variant={isTarget ? 'filled' : 'default'}
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
          {say(purpose === 'payment' ? 'message.copy' : `message.copy.${purpose}`)}
        </Button>
        <span className="grow cut text-13 muted end" title={choices.title}>
          {`${language} · ${channelName}`}
        </span>
        <Menu
          label={say('card.more')}
          items={[...choices.items, edit, ...(locked ? [] : followUps), ...items]}
        />
      </div>
      <ActionError error={error ?? choices.error} />
      <Status message={message} state={state} isOpen={isEditing} />
      {isEditing && (
        <MessageText
          message={message}
          edited={state.edited}
          takesFocus={editing}
          onEdit={(edited) => change({ edited, asked: null })}
          onRestore={() => {
            change({ edited: null, asked: null });
            setEditing(false);
            copyButton.current?.focus();
          }}
        />
      )}
      {state.edited === null && !locked && <Remarks message={message} channel={channel} />}
    </>
  );
}

/** On New request the key copies this one, or asks where another card is open too. */
function useIsNewest({ intentId }: PayableRequest): boolean {
  const { profile } = useDesk();
  const { data = [] } = useNowRequests(profile.id);
  return newestOf(data)?.intentId === intentId;
}
