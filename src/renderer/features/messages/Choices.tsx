import type { DepositRequest } from '#shared/domain/request.ts';
import {
  CHANNELS,
  DRAFT_MESSAGE_LANGUAGES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '#shared/domain/template.ts';

import { useMessageChoice } from '../../client/messageChoice.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import type { MenuItem } from '../../ui/Menu.tsx';

type Choices = {
  /** Language and channel, each with its choices. */
  readonly items: readonly MenuItem[];
  /** "EN", "Telegram": the language's name would take a second line of a card. */
  readonly short: readonly [language: string, channel: string];
  /** "English · Telegram". */
  readonly title: string;
  readonly error: Error | null;
};

/** In what language and for which channel the customer is written to: chosen in a card's menu, and kept from then on. */
export function useChoices(request: DepositRequest, isDisabled: boolean): Choices {
  const say = useSay();
  const { choice, choose, error } = useMessageChoice(request);
  const { language, channel } = choice;
  const channelName = say(`message.channel.${channel}`);
  return {
    items: [
      {
        label: say('message.language'),
        isDisabled,
        choices: MESSAGE_LANGUAGES.map((candidate) => ({
          label: languageText(candidate, say),
          isChosen: candidate === language,
          onChoose: () => choose({ language: candidate }),
        })),
      },
      {
        label: say('message.channel'),
        isDisabled,
        choices: CHANNELS.map((candidate) => ({
          label: say(`message.channel.${candidate}`),
          isChosen: candidate === channel,
          onChoose: () => choose({ channel: candidate }),
        })),
      },
    ],
    short: [language.toUpperCase(), channelName],
    title: `${say(`message.language.${language}`)} · ${channelName}`,
    error,
  };
}

/** Each in its own words; unreviewed ones say so. */
export function languageText(language: MessageLanguage, say: Say): string {
  const name = say(`message.language.${language}`);
  return DRAFT_MESSAGE_LANGUAGES.has(language) ? say('message.draft', { name }) : name;
}
