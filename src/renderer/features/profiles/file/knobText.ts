import type { Say, WordKey } from '../../../i18n/i18n.ts';

/** Set-up knobs by the labels that they have in the editor. */
const WORDS: ReadonlyMap<string, WordKey> = new Map<string, WordKey>([
  ['name', 'profile.name'],
  ['mode', 'profile.mode'],
  ['baseUrl', 'profile.address'],
  ['merchant', 'profile.merchant'],
  ['orderPattern', 'setUp.pattern'],
  ['defaultUrls.callback', 'form.callback'],
  ['defaultUrls.success', 'form.success'],
  ['defaultUrls.reject', 'form.reject'],
  ['duplicateWindowMin', 'setUp.duplicate'],
  ['connectDeadlineMs', 'setUp.connect'],
  ['slowAfterMs', 'setUp.slow'],
  ['answerDeadlineMs', 'setUp.answer'],
  ['requisitesValidMin', 'setUp.valid'],
  ['timeZone', 'setUp.timeZone'],
  ['dayCut', 'setUp.dayCut'],
  ['limitsPolicy', 'setUp.limits'],
  ['stateWords', 'setUp.words'],
]);

/** `dialect.signature.algorithm` as a person reads it; what has no label of its own keeps its path. */
export function knobText(path: string, say: Say): string {
  const word = WORDS.get(path);
  if (word !== undefined) return say(word);
  const [top = '', ...rest] = path.split('.');
  if (top === 'dialect') return `${say('profile.tab.format')}: ${rest.join('.')}`;
  if (top === 'confirmAbove') return `${say('setUp.confirm')} · ${rest.join('.')}`;
  if (top === 'proxy') return say(rest[0] === 'url' ? 'setUp.proxyUrl' : 'setUp.proxy');
  return path;
}
