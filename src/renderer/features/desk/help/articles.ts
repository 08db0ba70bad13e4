import { logHref } from '../../../client/logLook.ts';
import type { ShortcutId } from '../../../shell/shortcuts.ts';

/** What an operator wants to get done, in the order of a first week. Each ends where it is done. */
export const ARTICLES = [
  { id: 'issue', steps: [1, 2, 3, 4, 5], href: '/' },
  { id: 'message', steps: [1, 2, 3, 4, 5], href: '/settings/messages' },
  {
    id: 'unknown',
    steps: [1, 2, 3, 4],
    href: logHref({ attention: ['unknown'] }, { kind: 'all' }),
  },
  { id: 'duplicates', steps: [1, 2, 3, 4], href: '/log' },
  { id: 'callbacks', steps: [1, 2, 3], href: '/inbox' },
  { id: 'live', steps: [1, 2, 3, 4], href: '/settings/new-profile' },
  { id: 'keyboard', steps: [1, 2, 3], href: '/log' },
  { id: 'privacy', steps: [1, 2, 3], href: '/settings/desk' },
] as const;
export type Article = (typeof ARTICLES)[number];

/** Names of keys that the words leave room for. */
export const KEYS_IN_WORDS = {
  new: 'request.new',
  quick: 'request.quick',
  issue: 'request.issue',
  repeat: 'request.repeat',
  copy: 'message.copy',
  notice: 'notice.open',
  palette: 'palette.open',
  search: 'search.focus',
  privacy: 'privacy.toggle',
  sheet: 'shortcuts.open',
} as const satisfies Readonly<Record<string, ShortcutId>>;

export function stepKey(article: Article, step: number): string {
  return `help.${article.id}.${step}`;
}
