import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '#shared/contract/operations.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import type { Profile, SecretSlot } from '#shared/domain/profile.ts';

import type { Listeners } from '../callbacks/listeners.ts';
import type { SettingsStore } from '../desk/settings.ts';
import type { Templates } from '../messages/templates.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Team } from '../team/openTeam.ts';
import type { Subject } from './unrecordedChanges.ts';

export type LookDeps = {
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly listeners: Pick<Listeners, 'stateOf'>;
  readonly templates: Pick<Templates, 'list'>;
  readonly team: Pick<Team, 'state'>;
};

/** Values by their names. Neither secrets nor what a customer or an operator wrote. */
export type Values = Readonly<Record<string, unknown>>;
type Said = {
  /** The profile or template that it is about. */
  readonly of: string | null;
  readonly values: Values;
};
export type Change<N extends OperationName> = {
  readonly subject: (input: OperationInput<N>) => Subject;
  /** What the change made, where its subject was not there before it. */
  readonly made?: (output: OperationOutput<N>, input: OperationInput<N>) => Subject;
  /** Looked at before and after. */
  readonly look: Look;
  /** It leaves nothing to compare, and states itself. */
  readonly always?: boolean;
  /** False: nothing that is recorded can change. */
  readonly isMeant?: (input: OperationInput<N>) => boolean;
};
type Look = (subject: Subject, deps: LookDeps) => Said;

const NOTHING: Said = { of: null, values: {} };
/** Settings for the desk as a whole. How the screen looks and which profile is in front are each operator's own. */
const DESK_SETTINGS = [
  'operatorName',
  'keychainLibrary',
  'notifications',
  'messageLanguage',
  'messageChannel',
] as const;

const subjectOf = (id: string | null, said: Values = {}): Subject => ({ id, said });

const profileOf: Look = ({ id }, { profiles }) => {
  const profileId = profileIdSchema.safeParse(id);
  const found = profileId.success ? profiles.find(profileId.data) : null;
  if (found?.ok !== true) return NOTHING;
  const { id: _, defaultUrls, ...profile } = found.value;
  const { callback, success, reject } = defaultUrls;
  const urls = {
    'defaultUrls.callback': callback,
    'defaultUrls.success': success,
    'defaultUrls.reject': reject,
  };
  return { of: profile.name, values: { ...profile, ...urls } };
};

/** The profile by its name, and what is said of the change itself. */
const ofProfile: Look = (subject, deps) => ({
  of: profileOf(subject, deps).of,
  values: subject.said,
});

type OfSecret = { readonly profileId: ProfileId; readonly slot: SecretSlot };
function secretOf({ profileId, slot }: OfSecret, more: Values = {}): Subject {
  const name = slot.kind === 'header' ? `header ${slot.name}` : slot.kind;
  return subjectOf(profileId, { slot: name, ...more });
}

/** Its text is for customers, and not stated. */
const templateIn: Look = ({ id }, { templates }) => {
  const template = templates.list().find((one) => one.id === id);
  if (template === undefined) return NOTHING;
  const { language, channel, paymentType, purpose = 'payment' } = template;
  const of = [language, channel, paymentType, purpose].filter((part) => part !== null).join(' · ');
  return { of, values: { characters: template.text.length } };
};

/** Where the desk has joined. Never the invitation: it holds a password. */
const teamOf: Look = (_, { team }) => {
  const state = team.state();
  if (state.kind === 'none') return NOTHING;
  const { desk, code, host, port, database } = state;
  return { of: desk, values: { code, host, port, database } };
};

const teamProfileOf: Look = (subject, deps) => {
  const state = deps.team.state();
  const chosen = state.kind === 'none' ? [] : state.profiles;
  const found = chosen.find(({ profileId }) => profileId === subject.id);
  if (found === undefined) return NOTHING;
  const { sharing, offline } = found;
  return { of: profileOf(subject, deps).of, values: { sharing, offline } };
};

function namesOf(profiles: readonly Pick<Profile, 'name'>[]): string {
  return profiles.map(({ name }) => name).join(', ');
}

const named: Look = ({ said: { names } }) => ({
  of: typeof names === 'string' ? names : null,
  values: {},
});

export type Changing =
  | 'settings.update'
  | `profile.${'save' | 'duplicate' | 'archive' | 'delete'}`
  | `profile.${'setSecret' | 'takeBackSecret' | 'deleteSecret'}`
  | `profileFile.${'export' | 'import'}`
  | 'format.teach'
  | 'callback.setListener'
  | `template.${'save' | 'delete'}`
  | `team.${'join' | 'leave' | 'setProfile' | 'takeNumbers'}`;

/** Every operation that changes a setting of the desk or of a merchant, and what its event says. */
export const CHANGES: { readonly [N in Changing]: Change<N> } = {
  'settings.update': {
    subject: () => subjectOf(null),
    look: (_, { settings }) => {
      const now = settings.get();
      const values = Object.fromEntries(DESK_SETTINGS.map((name) => [name, now[name]]));
      return { of: null, values };
    },
    isMeant: (patch) => DESK_SETTINGS.some((name) => patch[name] !== undefined),
  },
  'profile.save': {
    subject: ({ id }) => subjectOf(id),
    made: ({ id }) => subjectOf(id),
    look: profileOf,
  },
  'profile.duplicate': {
    subject: () => subjectOf(null),
    made: ({ id }) => subjectOf(id),
    look: profileOf,
  },
  'profile.archive': { subject: ({ profileId }) => subjectOf(profileId), look: profileOf },
  'profile.delete': { subject: ({ profileId }) => subjectOf(profileId), look: profileOf },
  'profile.setSecret': {
    subject: (input) => secretOf(input, { keep: input.keep }),
    look: ofProfile,
    always: true,
  },
  'profile.takeBackSecret': { subject: (input) => secretOf(input), look: ofProfile, always: true },
  'profile.deleteSecret': { subject: (input) => secretOf(input), look: ofProfile, always: true },
  'profileFile.export': {
    subject: ({ profileIds }) => subjectOf(null, { profileIds }),
    look: ({ said: { profileIds } }, { profiles }) => {
      const ids: readonly unknown[] = Array.isArray(profileIds) ? profileIds : [];
      return { of: namesOf(profiles.list().filter(({ id }) => ids.includes(id))), values: {} };
    },
    always: true,
  },
  'profileFile.import': {
    subject: () => subjectOf(null),
    made: (imported) => subjectOf(null, { names: namesOf(imported) }),
    look: named,
    always: true,
  },
  'format.teach': { subject: ({ profileId }) => subjectOf(profileId), look: profileOf },
  'callback.setListener': {
    subject: ({ profileId, newPath }) => subjectOf(profileId, newPath ? { newPath } : {}),
    look: (subject, deps) => {
      const profileId = profileIdSchema.safeParse(subject.id);
      if (!profileId.success) return NOTHING;
      const { settings } = deps.listeners.stateOf(profileId.data);
      return { of: profileOf(subject, deps).of, values: { ...settings, ...subject.said } };
    },
  },
  'template.save': { subject: ({ id }) => subjectOf(id), look: templateIn, always: true },
  'template.delete': { subject: ({ id }) => subjectOf(id), look: templateIn },
  'team.join': { subject: () => subjectOf(null), look: teamOf },
  'team.leave': { subject: () => subjectOf(null), look: teamOf },
  'team.setProfile': {
    subject: ({ profileId }) => subjectOf(profileId),
    look: teamProfileOf,
  },
  'team.takeNumbers': { subject: () => subjectOf(null), look: teamOf, always: true },
};
