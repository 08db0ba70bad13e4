import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '#shared/domain/template.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/Notice.tsx';
import styles from './Messages.module.css';

/** In what and by what way customers are written to: chosen here, and so from then on. */
export function Choices({ disabled }: { readonly disabled: boolean }): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  const chosen = update.isPending ? { ...settings, ...update.variables } : settings;
  return (
    <>
      <SmallSelect
        aria-label={say('message.language')}
        value={chosen.messageLanguage ?? chosen.language}
        disabled={disabled}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const language = MESSAGE_LANGUAGES.find((candidate) => candidate === value);
          if (language !== undefined) update.mutate({ messageLanguage: language });
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
        value={chosen.messageChannel}
        disabled={disabled}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const channel = CHANNELS.find((candidate) => candidate === value);
          if (channel !== undefined) update.mutate({ messageChannel: channel });
        }}
      >
        {CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {say(`message.channel.${channel}`)}
          </option>
        ))}
      </SmallSelect>
      <ActionError error={update.error} />
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
