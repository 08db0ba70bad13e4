import { useQuery } from '@tanstack/react-query';

import { useDesk } from '../../../client/deskContext.ts';
import type { Language } from '../../../i18n/i18n.ts';
import type { Words } from '../../../i18n/words.ts';
import { capsOf } from '../../../ui/keys.ts';
import { shortcutOf } from '../../../shell/shortcuts.ts';
import { KEYS_IN_WORDS } from './articles.ts';

/** A chunk each, as the words of the desk. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('../../../i18n/en/help.ts')).help,
  ru: async () => (await import('../../../i18n/ru/help.ts')).help,
  uz: async () => (await import('../../../i18n/uz/help.ts')).help,
};

export type HelpSay = (key: string) => string;

/** `say` is null while they are on their way. */
export function useHelpWords(): {
  readonly say: HelpSay | null;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly retrying: boolean;
} {
  const { info, settings } = useDesk();
  const { language } = settings;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['help-words', language],
    queryFn: () => LOADERS[language](),
    staleTime: Infinity,
  });
  return {
    say: data === undefined ? null : (key) => filled(data[key] ?? '', info.host.kind),
    error,
    retry: () => void refetch(),
    retrying: isFetching,
  };
}

/** With the keys of this host in place. */
export function filled(text: string, kind: 'electron' | 'loopback'): string {
  return text.replaceAll(/\{\{(?<name>\w+)\}\}/gu, (whole, name: string) => {
    const known = Object.entries(KEYS_IN_WORDS).find(([candidate]) => candidate === name);
    const [first] = known === undefined ? [] : (shortcutOf(known[1])?.keys[kind] ?? []);
    return first === undefined ? whole : capsOf(first).join('\u00a0');
  });
}
