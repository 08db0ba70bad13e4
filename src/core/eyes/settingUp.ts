import type { ListenerSettings } from '#shared/domain/callback.ts';
import type { EyesFact } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile, ProfileSetUp, SecretSlot } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import { changesBetween, decidingKnobs, setUpOf } from '../profiles/profileFile.ts';
import type { Guard } from './guard.ts';

type Seen = Promise<Result<void, Failure>>;
/** `before`: null for a profile that is not there. One that was deleted and comes back in a file still has its rules. */
type Change = {
  readonly id: ProfileId;
  readonly before: Profile | null;
  readonly setUp: ProfileSetUp;
};

/** Changed by hand, from a file or by a taught refusal: everything of a profile decides where money goes or what is believed. */
export function setUpSeen(
  { guard }: { readonly guard: Pick<Guard, 'byKind'> },
  operator: Operator,
  changes: readonly Change[],
): Seen {
  const changed = changes.filter(({ before, setUp }) => {
    const was = before === null ? null : setUpOf(before);
    return changesBetween(was, setUp).some(({ path }) => !FREE.test(path));
  });
  return guard.byKind('set_up', {
    act: 'profile',
    operator,
    profiles: changed.map(({ id, before, setUp }) => before ?? { id, ...setUp, archivedAt: null }),
    content: changed.map(({ id, setUp }) => ({ id, setUp })),
    facts: changed.flatMap(factsOf),
  });
}

/** What one person may change alone. Message templates belong to no profile and are free as well. */
const FREE = /^name$/u;
/** Longer values are cut: a card is read, and its digest covers them whole. */
const LONGEST_VALUE = 200;

/** The approval covers the whole set-up, so the approver sees everything that changes. */
function factsOf({ before, setUp }: Change): readonly EyesFact[] {
  const changes = before === null ? decidingKnobs(setUp) : changesBetween(setUpOf(before), setUp);
  return changes.map(({ path, before: was, after }) => ({
    what: 'change',
    text: `${path}: ${cut(was)} → ${cut(after)}`,
  }));
}

function cut(value: string): string {
  if (value === '') return '–';
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

/** `change`: what becomes of the secret. It is in the digest, which is keyed, and on no card. */
export function secretSeen(
  guard: Guard,
  operator: Operator,
  profile: Profile,
  slot: SecretSlot,
  change: unknown,
): Seen {
  const name = slot.kind === 'header' ? slot.name : slot.kind;
  return guard.byKind('set_up', {
    act: 'secret',
    operator,
    profiles: [profile],
    content: { slot, change },
    facts: [{ what: 'slot', text: name }],
  });
}

type Listening = { readonly settings: ListenerSettings; readonly newPath: boolean };

/** Where the provider's callbacks arrive: a changed address, or a new path in it. */
export async function listenerSeen(
  guard: Guard,
  operator: Operator,
  profile: Profile,
  before: ListenerSettings,
  { settings, newPath }: Listening,
): Seen {
  const from = addressOf(before);
  const to = addressOf(settings);
  if (from === to && !newPath) return ok(undefined);
  return guard.byKind('set_up', {
    act: 'callback',
    operator,
    profiles: [profile],
    content: { settings, newPath },
    facts: [
      { what: 'from', text: from },
      { what: 'to', text: newPath ? `${to} +` : to },
    ],
  });
}

function addressOf({ enabled, host, port, publicUrl, fillsLiveForm }: ListenerSettings): string {
  const own = `${enabled ? '' : '– '}${host}:${port ?? '*'}`;
  return [own, publicUrl ?? '', fillsLiveForm ? 'callback_url' : ''].filter(Boolean).join(' · ');
}
