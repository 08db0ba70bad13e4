import type { ListenerSettings } from '#shared/domain/callback.ts';
import type { EyesFact } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Profile, ProfileSetUp, SecretSlot } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Guard } from './guard.ts';

type Seen = Promise<Result<void, Failure>>;
type Change = { readonly before: Profile; readonly setUp: ProfileSetUp };

/** A changed provider address, or a changed address that callbacks go to, by hand or from a file. */
export function addressSeen(
  { guard }: { readonly guard: Guard },
  operator: Operator,
  changes: readonly Change[],
): Seen {
  const changed = changes.filter(({ before, setUp }) => factsOf({ before, setUp }).length > 0);
  return guard.byKind('set_up', {
    act: 'address',
    operator,
    profiles: changed.map(({ before }) => before),
    content: changed.map(({ before, setUp }) => ({ id: before.id, setUp })),
    facts: changed.flatMap(factsOf),
  });
}

function factsOf({ before, setUp }: Change): readonly EyesFact[] {
  const pairs = [
    [before.baseUrl, setUp.baseUrl],
    [before.defaultUrls.callback ?? '', setUp.defaultUrls.callback ?? ''],
  ] as const;
  return pairs.flatMap(([from, to]) =>
    from === to ? [] : [{ what: 'from', text: from } as const, { what: 'to', text: to } as const],
  );
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
