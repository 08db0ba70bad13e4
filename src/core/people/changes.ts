import { isDeepStrictEqual } from 'node:util';

import type { OperationName } from '#shared/contract/names.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { ActivityFact } from '#shared/domain/activity.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile, SecretSlot } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

import type { Listeners } from '../callbacks/listeners.ts';
import type { SettingsStore } from '../desk/settings.ts';
import type { Handlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';
import type { Templates } from '../messages/templates.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Team } from '../team/openTeam.ts';
import type { Actor, People } from './people.ts';

export type ChangesDeps = {
  readonly people: Pick<People, 'hasPeople'>;
  readonly log: Pick<LogPort, 'recordChange'>;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly listeners: Pick<Listeners, 'stateOf'>;
  readonly templates: Pick<Templates, 'list'>;
  readonly team: Pick<Team, 'state'>;
};

/** Values by their names. Neither secrets nor what a customer or an operator wrote. */
type Values = Readonly<Record<string, unknown>>;
type Said = {
  /** The profile or template that it is about. */
  readonly of: string | null;
  readonly values: Values;
};
/** Looked at before and after; `output`: null before. A change that leaves nothing to compare states itself: `always`. */
type Look<N extends OperationName> = {
  readonly look: (
    input: OperationInput<N>,
    output: OperationOutput<N> | null,
    deps: ChangesDeps,
  ) => Said;
  readonly always?: boolean;
};

const NOTHING: Said = { of: null, values: {} };
/** Settings for the desk as a whole. How the screen looks and which profile is in front are each operator's own. */
const DESK_SETTINGS = [
  'operatorName',
  'keychainLibrary',
  'notifications',
  'messageLanguage',
  'messageChannel',
] as const;

function profileOf(profileId: ProfileId | null, { profiles }: ChangesDeps): Said {
  const found = profileId === null ? null : profiles.find(profileId);
  if (found?.ok !== true) return NOTHING;
  const { id: _, defaultUrls, ...profile } = found.value;
  const { callback, success, reject } = defaultUrls;
  const urls = {
    'defaultUrls.callback': callback,
    'defaultUrls.success': success,
    'defaultUrls.reject': reject,
  };
  return { of: profile.name, values: { ...profile, ...urls } };
}

type OfSecret = { readonly profileId: ProfileId; readonly slot: SecretSlot };
function secretOf({ profileId, slot }: OfSecret, deps: ChangesDeps): Said {
  const name = slot.kind === 'header' ? `header ${slot.name}` : slot.kind;
  return { of: profileOf(profileId, deps).of, values: { slot: name } };
}

/** Its text is for customers, and not stated. */
function templateIn(id: string, { templates }: ChangesDeps): Said {
  const template = templates.list().find((one) => one.id === id);
  if (template === undefined) return NOTHING;
  const { language, channel, paymentType, purpose = 'payment' } = template;
  const of = [language, channel, paymentType, purpose].filter((part) => part !== null).join(' · ');
  return { of, values: { characters: template.text.length } };
}

/** Where the desk has joined. Never the invitation: it holds a password. */
function teamOf({ team }: ChangesDeps): Said {
  const state = team.state();
  if (state.kind === 'none') return NOTHING;
  const { desk, code, host, port, database } = state;
  return { of: desk, values: { code, host, port, database } };
}

function teamProfileOf(profileId: ProfileId, deps: ChangesDeps): Said {
  const state = deps.team.state();
  const chosen = state.kind === 'none' ? [] : state.profiles;
  const found = chosen.find((one) => one.profileId === profileId);
  if (found === undefined) return NOTHING;
  const { sharing, offline } = found;
  return { of: profileOf(profileId, deps).of, values: { sharing, offline } };
}

function namesOf(profiles: readonly Pick<Profile, 'name'>[]): string {
  return profiles.map(({ name }) => name).join(', ');
}

type Changing =
  | 'settings.update'
  | `profile.${'save' | 'duplicate' | 'archive' | 'delete'}`
  | `profile.${'setSecret' | 'takeBackSecret' | 'deleteSecret'}`
  | `profileFile.${'export' | 'import'}`
  | 'format.teach'
  | 'callback.setListener'
  | `template.${'save' | 'delete'}`
  | `team.${'join' | 'leave' | 'setProfile'}`;

/** Every operation that changes a setting of the desk or of a merchant, and what its event says. */
export const CHANGES: { readonly [N in Changing]: Look<N> } = {
  'settings.update': {
    look: (_, __, { settings }) => {
      const now = settings.get();
      const values = Object.fromEntries(DESK_SETTINGS.map((name) => [name, now[name]]));
      return { of: null, values };
    },
  },
  'profile.save': { look: ({ id }, saved, deps) => profileOf(id ?? saved?.id ?? null, deps) },
  'profile.duplicate': { look: (_, saved, deps) => profileOf(saved?.id ?? null, deps) },
  'profile.archive': { look: ({ profileId }, _, deps) => profileOf(profileId, deps) },
  'profile.delete': { look: ({ profileId }, _, deps) => profileOf(profileId, deps) },
  'profile.setSecret': {
    look: (input, _, deps) => {
      const { of, values } = secretOf(input, deps);
      return { of, values: { ...values, keep: input.keep } };
    },
    always: true,
  },
  'profile.takeBackSecret': { look: (input, _, deps) => secretOf(input, deps), always: true },
  'profile.deleteSecret': { look: (input, _, deps) => secretOf(input, deps), always: true },
  'profileFile.export': {
    look: ({ profileIds }, _, { profiles }) => ({
      of: namesOf(profiles.list().filter(({ id }) => profileIds.includes(id))),
      values: {},
    }),
    always: true,
  },
  'profileFile.import': {
    look: (_, imported) => ({ of: namesOf(imported ?? []), values: {} }),
    always: true,
  },
  'format.teach': { look: ({ profileId }, _, deps) => profileOf(profileId, deps) },
  'callback.setListener': {
    look: ({ profileId, newPath }, state, deps) => ({
      of: profileOf(profileId, deps).of,
      values: {
        ...deps.listeners.stateOf(profileId).settings,
        ...(newPath && state !== null ? { newPath } : {}),
      },
    }),
  },
  'template.save': { look: ({ id }, _, deps) => templateIn(id, deps), always: true },
  'template.delete': { look: ({ id }, _, deps) => templateIn(id, deps) },
  'team.join': { look: (_, __, deps) => teamOf(deps) },
  'team.leave': { look: (_, __, deps) => teamOf(deps) },
  'team.setProfile': { look: ({ profileId }, _, deps) => teamProfileOf(profileId, deps) },
};

/**
 * The same handlers; each change of a setting is an event once it is made. A desk without people records none: it writes what it
 * always wrote.
 */
export function recordChanges(handlers: Handlers, deps: ChangesDeps): Handlers {
  const recorded =
    <N extends Changing>(name: N) =>
    async (
      input: OperationInput<N>,
      actor: Actor,
    ): Promise<Result<OperationOutput<N>, Failure>> => {
      const { look, always = false }: Look<N> = CHANGES[name];
      const before = look(input, null, deps);
      const result = await handlers[name](input, actor);
      if (!result.ok || !deps.people.hasPeople()) return result;
      const after = look(input, result.value, deps);
      const changes = factsOf(before.values, after.values, always);
      if (changes.length === 0 && !always) return result;
      const of = after.of ?? before.of;
      // Where it cannot be recorded the log's health says so, and the change is made all the same.
      await deps.log.recordChange({ operator: actor.operator, what: name, of, changes });
      return result;
    };
  return {
    ...handlers,
    'settings.update': recorded('settings.update'),
    'profile.save': recorded('profile.save'),
    'profile.duplicate': recorded('profile.duplicate'),
    'profile.archive': recorded('profile.archive'),
    'profile.delete': recorded('profile.delete'),
    'profile.setSecret': recorded('profile.setSecret'),
    'profile.takeBackSecret': recorded('profile.takeBackSecret'),
    'profile.deleteSecret': recorded('profile.deleteSecret'),
    'profileFile.export': recorded('profileFile.export'),
    'profileFile.import': recorded('profileFile.import'),
    'format.teach': recorded('format.teach'),
    'callback.setListener': recorded('callback.setListener'),
    'template.save': recorded('template.save'),
    'template.delete': recorded('template.delete'),
    'team.join': recorded('team.join'),
    'team.leave': recorded('team.leave'),
    'team.setProfile': recorded('team.setProfile'),
  };
}

const MAX_TEXT = 200;

/** Long or structured values are named, not stated. */
function factsOf(before: Values, after: Values, always: boolean): readonly ActivityFact[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all
    .filter((name) => always || !isDeepStrictEqual(before[name], after[name]))
    .map((name) => {
      const [was, is] = [textOf(before[name]), textOf(after[name])];
      return { name, before: was === is ? null : was, after: is };
    });
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return null;
  }
  const text = String(value);
  return text.length > MAX_TEXT ? null : text;
}
