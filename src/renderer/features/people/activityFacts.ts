import type { ActivityFact } from '#shared/domain/activity.ts';
import { EYES_REASONS } from '#shared/domain/eyes.ts';
import { PERMISSIONS, ROLES } from '#shared/domain/permission.ts';
import { LIMITS_POLICIES, profileModeSchema } from '#shared/domain/profile.ts';
import { protectionChangeSchema } from '#shared/domain/protection.ts';
import { KEYCHAIN_LIBRARIES, NOTIFICATIONS } from '#shared/domain/settings.ts';
import { OFFLINE_POLICIES, SHARINGS } from '#shared/domain/team.ts';
import { CHANNELS, MESSAGE_LANGUAGES } from '#shared/domain/template.ts';

import type { Say, WordKey } from '../../i18n/i18n.ts';
import { knobText } from '../profiles/setUp/fields.ts';

/** What the fields of settings, listeners and templates are called; those of a profile are named as its editor does. */
const LABELS: Readonly<Record<string, WordKey>> = {
  idleMinutes: 'people.idle',
  operatorName: 'settings.operatorName',
  keychainLibrary: 'settings.keychain.library',
  notifications: 'settings.notifications',
  messageLanguage: 'people.activity.fact.messageLanguage',
  messageChannel: 'people.activity.fact.messageChannel',
  dialect: 'profile.tab.format',
  confirmAbove: 'setUp.confirm',
  enabled: 'listener.enabled',
  host: 'listener.host',
  port: 'listener.port',
  publicUrl: 'listener.public',
  fillsLiveForm: 'listener.fill',
  characters: 'people.activity.fact.characters',
  code: 'people.activity.fact.deskCode',
  database: 'people.activity.fact.database',
  sharing: 'people.activity.fact.sharing',
  offline: 'people.activity.fact.offline',
};

/** One of our own words in place of the value that the event has. Null: the value speaks for itself. */
type Valued = (value: string, say: Say) => string | null;

function among<T extends string>(all: readonly T[], key: (one: T) => WordKey): Valued {
  return (value, say) => {
    const found = all.find((one) => one === value);
    return found === undefined ? null : say(key(found));
  };
}

const seconds: Valued = (value, say) => `${Number(value) / 1000} ${say('setUp.seconds')}`;
const minutes: Valued = (value, say) => `${value} ${say('setUp.minutes')}`;
const never: Valued = (value, say) => (value === '∞' ? say('setUp.confirm.never') : null);
const role = among(ROLES, (one) => `person.role.${one}`);
const reason = among(EYES_REASONS, (one) => `people.eyes.reason.${one}`);

/** Behind a label. */
const VALUES: Readonly<Record<string, Valued>> = {
  idleMinutes: never,
  keychainLibrary: among(KEYCHAIN_LIBRARIES, (one) => `settings.keychain.${one}`),
  notifications: among(NOTIFICATIONS, (one) => `settings.notifications.${one}`),
  messageLanguage: among(MESSAGE_LANGUAGES, (one) => `message.language.${one}`),
  messageChannel: among(CHANNELS, (one) => `message.channel.${one}`),
  sharing: among(SHARINGS, (one) => `people.activity.fact.sharing.${one}`),
  offline: among(OFFLINE_POLICIES, (one) => `bar.team.policy.${one}`),
  mode: among(profileModeSchema.options, (one) => `profile.mode.${one}`),
  limitsPolicy: among(LIMITS_POLICIES, (one) => `setUp.limits.${one}`),
  connectDeadlineMs: seconds,
  slowAfterMs: seconds,
  answerDeadlineMs: seconds,
  duplicateWindowMin: minutes,
  requisitesValidMin: minutes,
};

/** Facts that need no label: the words for the value say which they are. */
const PHRASES: Readonly<Record<string, Valued>> = {
  because: among(
    ['asked', 'switched', 'idle', 'screen', 'archived'] as const,
    (one) => `people.activity.because.${one}`,
  ),
  role,
  purpose: among(
    ['approve', 'resolve', 'person'] as const,
    (one) => `people.activity.fact.purpose.${one}`,
  ),
  keyRole: (value, say) =>
    value === 'none' ? say('people.activity.fact.keyEnded') : role(value, say),
  isArchived: (value, say) =>
    say(value === 'true' ? 'people.activity.archived' : 'people.activity.broughtBack'),
  byCode: (_, say) => say('people.activity.byCode'),
  interrupted: (_, say) => say('people.activity.interrupted'),
  rows: (value, say) => say('people.activity.rows', { count: Number(value) }),
  requisites: (value, say) =>
    say(value === 'whole' ? 'people.activity.whole' : 'people.activity.masked'),
  days: (value, say) =>
    value === '∞'
      ? say('people.activity.forGood')
      : say('people.activity.days', { count: Number(value) }),
  author: (name, say) => say('people.activity.fact.author', { name }),
  approver: (name, say) => say('people.eyes.approvedBy', { name }),
  from: (name, say) => say('people.activity.fact.from', { name }),
  reasons: (value, say) =>
    value
      .split(', ')
      .map((one) => reason(one, say) ?? one)
      .join(', '),
  how: among(['witnessed', 'signed'] as const, (one) => `people.activity.fact.how.${one}`),
  handsOver: (value, say) =>
    say(
      value === 'true'
        ? 'people.activity.fact.handsOver.true'
        : 'people.activity.fact.handsOver.false',
    ),
  change: among(protectionChangeSchema.options, (one) => `people.activity.fact.change.${one}`),
  slot: (value, say) =>
    value === 'signing' || value === 'callback'
      ? say(`secret.${value}`)
      : say('people.activity.fact.header', { name: value.replace(/^header /u, '') }),
  keep: among(['stored', 'run'] as const, (one) => `people.activity.fact.keep.${one}`),
  newPath: (_, say) => say('listener.newPath'),
};

/** A value that an event states, or the change of one, in words. A name that only a later version knows stays as it is. */
export function factText({ name, before, after }: ActivityFact, say: Say): string {
  const rule = ruleText(name, after, say);
  if (rule !== null) return rule;
  const phrase = after === null ? null : (PHRASES[name]?.(after, say) ?? null);
  if (phrase !== null) return phrase;
  // Core states when a profile was archived; the line has its own time.
  if (name === 'archivedAt') {
    return say(after === null ? 'people.activity.broughtBack' : 'people.activity.archived');
  }
  const label = LABELS[name] === undefined ? knobText(name, say) : say(LABELS[name]);
  if (before === null && after === null) return label;
  const [was, is] = [before, after].map((value) => valueText(name, value, say));
  return `${label}: ${before === null ? '' : `${was} → `}${is}`;
}

/** What a role got or lost. */
function ruleText(name: string, after: string | null, say: Say): string | null {
  const [of, permission] = name.split('.');
  const given = PERMISSIONS.find((one) => one === permission);
  const whose = role(of ?? '', say);
  if (given === undefined || whose === null) return null;
  return `${whose} ${after === 'true' ? '+' : '−'} ${say(`people.may.${given}`)}`;
}

function valueText(name: string, value: string | null, say: Say): string {
  if (value === null) return '–';
  if (value === 'true') return say('people.activity.fact.yes');
  if (value === 'false') return say('people.activity.fact.no');
  return VALUES[name]?.(value, say) ?? value;
}
