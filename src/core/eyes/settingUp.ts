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

/** A changed provider address, or a changed address that callbacks go to, by hand or from a file. */
export function addressSeen(
  { guard }: { readonly guard: Guard },
  operator: Operator,
  changes: readonly Change[],
): Seen {
  const changed = changes.filter((change) => addressFacts(change).length > 0);
  return guard.byKind('set_up', {
    act: 'address',
    operator,
    profiles: changed.map(({ id, before, setUp }) => before ?? { id, ...setUp, archivedAt: null }),
    content: changed.map(({ id, setUp }) => ({ id, setUp })),
    facts: changed.flatMap((change) => [...addressFacts(change), ...otherFacts(change)]),
  });
}

function addressFacts({ before, setUp }: Change): readonly EyesFact[] {
  const pairs = [
    [before?.baseUrl ?? '', setUp.baseUrl],
    [before?.defaultUrls.callback ?? '', setUp.defaultUrls.callback ?? ''],
  ] as const;
  return pairs.flatMap(([from, to]) =>
    from === to ? [] : [{ what: 'from', text: from } as const, { what: 'to', text: to } as const],
  );
}

const SHOWN_ABOVE = /^(?:baseUrl|defaultUrls\.callback)$/u;
/** Longer values are cut: a card is read, and its digest covers them whole. */
const LONGEST_VALUE = 200;

/** The approval covers the whole set-up, so the approver sees what else changes with the address: the merchant, say. */
function otherFacts({ before, setUp }: Change): readonly EyesFact[] {
  const changes = before === null ? decidingKnobs(setUp) : changesBetween(setUpOf(before), setUp);
  return changes
    .filter(({ path }) => !SHOWN_ABOVE.test(path))
    .map(({ path, before: was, after }) => ({
      what: 'also',
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
