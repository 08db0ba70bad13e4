import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '#shared/domain/template.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import type { MenuItem } from '../../ui/Menu.tsx';

type Choices = {
  /** Language and channel, each with its choices. */
  readonly items: readonly MenuItem[];
  /** "English · Telegram". */
  readonly text: string;
  readonly error: Error | null;
};

/** In what language and for which channel customers are written to: chosen in a card's menu, and kept from then on. */
export function useChoices(isDisabled: boolean): Choices {
  const say = useSay();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  const chosen = update.isPending ? { ...settings, ...update.variables } : settings;
  const language = chosen.messageLanguage ?? chosen.language ?? settings.language;
  const channel = chosen.messageChannel ?? settings.messageChannel;
  return {
    items: [
      {
        label: say('message.language'),
        isDisabled,
        choices: MESSAGE_LANGUAGES.map((candidate) => ({
          label: languageText(candidate, say),
          isChosen: candidate === language,
          onChoose: () => update.mutate({ messageLanguage: candidate }),
        })),
      },
      {
        label: say('message.channel'),
        isDisabled,
        choices: CHANNELS.map((candidate) => ({
          label: say(`message.channel.${candidate}`),
          isChosen: candidate === channel,
          onChoose: () => update.mutate({ messageChannel: candidate }),
        })),
      },
    ],
    text: `${say(`message.language.${language}`)} · ${say(`message.channel.${channel}`)}`,
    error: update.error,
  };
}

/** Each in its own words; unreviewed ones say so. */
export function languageText(language: MessageLanguage, say: Say): string {
  const name = say(`message.language.${language}`);
  return DRAFT_MESSAGE_LANGUAGES.has(language) ? say('message.draft', { name }) : name;
}
