import type { ReactNode, RefObject } from 'react';

import { type Placeholder, placeholdersFor } from '#shared/domain/message/placeholders.ts';
import type { Channel, MessagePurpose } from '#shared/domain/template.ts';

import { useSay } from '../../../i18n/i18n.ts';

type Props = {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly channel: Channel;
  readonly purpose: MessagePurpose;
  readonly onInsert: (text: string) => void;
};

/** What can stand in a wording: pressed, it is put where the cursor is. */
export function Chips({ box, channel, purpose, onInsert }: Props): ReactNode {
  const say = useSay();
  const insert = (token: string): void => {
    const { current } = box;
    if (current === null) return;
    current.setRangeText(token, current.selectionStart, current.selectionEnd, 'end');
    onInsert(current.value);
    current.focus();
  };
  return (
    <div role="group" aria-label={say('wording.insert')} className="row wrap gap-6">
      {placeholdersFor(purpose).map((placeholder) => (
        <button
          key={placeholder}
          type="button"
          className="chip mono text-12"
          title={say(`placeholder.${placeholder}`)}
          onClick={() => insert(tokenOf(placeholder, channel))}
        >
          <span className="spoken">
            {say('wording.insertOne', { name: say(`placeholder.${placeholder}`) })}{' '}
          </span>
          {`{${placeholder}}`}
        </button>
      ))}
      {channel === 'whatsapp' && (
        <button
          type="button"
          className="chip mono text-12"
          title={say('wording.insertParting')}
          onClick={() => insert('\n---\n')}
        >
          <span className="spoken">{say('wording.insertParting')} </span>
          ---
        </button>
      )}
    </div>
  );
}

/** In backticks Telegram copies it at a touch. */
function tokenOf(placeholder: Placeholder, channel: Channel): string {
  const token = `{${placeholder}}`;
  return placeholder === 'number' && channel === 'telegram' ? `\`${token}\`` : token;
}
