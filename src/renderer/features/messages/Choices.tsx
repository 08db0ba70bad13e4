import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '#shared/domain/template.ts';

import { useMessageChoice } from '../../client/messageChoice.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/Notice.tsx';
import styles from './Messages.module.css';

type Props = { readonly request: DepositRequest; readonly disabled: boolean };

/** In what and by what way the customer is written to: chosen here, and so from then on. */
export function Choices({ request, disabled }: Props): ReactNode {
  const say = useSay();
  const { choice, choose, error } = useMessageChoice(request);
  return (
    <>
      <SmallSelect
        aria-label={say('message.language')}
        value={choice.language}
        disabled={disabled}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const language = MESSAGE_LANGUAGES.find((candidate) => candidate === value);
          if (language !== undefined) choose({ language });
        }}
      >
        {MESSAGE_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageText(language, say)}
          </option>
        ))}
      </SmallSelect>
      <SmallSelect
        aria-label={say('message.channel')}
        value={choice.channel}
        disabled={disabled}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const channel = CHANNELS.find((candidate) => candidate === value);
          if (channel !== undefined) choose({ channel });
        }}
      >
        {CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {say(`message.channel.${channel}`)}
          </option>
        ))}
      </SmallSelect>
      <ActionError error={error} />
    </>
  );
}

/** Each in its own words; unreviewed ones say so. */
export function languageText(language: MessageLanguage, say: Say): string {
  const name = say(`message.language.${language}`);
  return DRAFT_MESSAGE_LANGUAGES.has(language) ? say('message.draft', { name }) : name;
}

function SmallSelect(select: ComponentProps<'select'>): ReactNode {
  return (
    <span className={styles.select}>
      <select {...select} />
      <IconChevronDown size={14} aria-hidden="true" />
    </span>
  );
}
