import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';

import type { IssueDeposit } from './deposits/issueDeposit.ts';
import type { DeskEvents } from './deskEvents.ts';
import type { Handlers } from './dispatch.ts';
import type { LimitsService } from './limits/service.ts';
import { orderDayOf } from './log/orderId.ts';
import type { LogPort } from './log/port.ts';
import type { Clock, VaultFault } from './ports.ts';
import type { Profiles } from './profiles/profiles.ts';
import type { SettingsStore } from './settings/settings.ts';
import type { Secrets } from './vault/secrets.ts';

export type HandlerDeps = {
  readonly info: OperationOutput<'app.info'>;
  readonly operator: () => Operator;
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly secrets: Secrets;
  readonly limits: LimitsService;
  readonly log: LogPort;
  readonly issueDeposit: IssueDeposit;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly onBug: (error: unknown) => void;
};

/** One handler per operation. `settled` waits for every request still on its way. */
export function createHandlers(deps: HandlerDeps): {
  readonly map: Handlers;
  readonly settled: () => Promise<void>;
} {
  const onItsWay = new Set<Promise<unknown>>();

  async function issue(
    intentId: IntentId,
    profileId: ProfileId,
    draft: DepositDraft,
  ): Promise<Result<OperationOutput<'issue.create'>, Failure>> {
    const profile = deps.profiles.find(profileId);
    if (!profile.ok) return profile;
    const operator = deps.operator();
    const issued = await deps.issueDeposit({ intentId, profile: profile.value, operator, draft });
    if (!issued.ok) return issued;
    const { request, warnings, settled } = issued.value;
    const followed = settled.catch(deps.onBug).finally(() => onItsWay.delete(followed));
    onItsWay.add(followed);
    return ok({ request, warnings });
  }

  const map: Handlers = {
    'app.info': async () => ok(deps.info),
    ...settingsHandlers(deps),
    ...profileHandlers(deps),
    ...logHandlers(deps),
    'issue.create': ({ intentId, profileId, fields }) =>
      issue(intentId, profileId, { flow: 'create', fields }),
    'issue.build': ({ intentId, profileId, fields }) =>
      issue(intentId, profileId, { flow: 'build', fields }),
  };
  return {
    map,
    async settled() {
      await Promise.allSettled(onItsWay);
    },
  };
}

function settingsHandlers({
  settings,
  profiles,
  events,
}: HandlerDeps): Pick<Handlers, 'settings.get' | 'settings.update'> {
  return {
    'settings.get': async () => ok(settings.get()),
    async 'settings.update'(patch) {
      if (patch.activeProfileId !== undefined) {
        const found = profiles.find(patch.activeProfileId);
        if (!found.ok) return found;
      }
      const updated = settings.update(patch);
      events.emit({ name: 'settings.changed', settings: updated });
      return ok(updated);
    },
  };
}

function profileHandlers({
  profiles,
  secrets,
  limits,
  log,
  events,
  clock,
}: HandlerDeps): Pick<
  Handlers,
  | 'profile.list'
  | 'profile.saveLive'
  | 'profile.setSecret'
  | 'profile.hasSecret'
  | 'limits.read'
  | 'order.suggest'
> {
  return {
    'profile.list': async () => ok(profiles.list()),
    async 'profile.saveLive'(input) {
      const saved = profiles.saveLive(input);
      if (saved.ok) events.emit({ name: 'profile.changed', profileId: saved.value.id });
      return saved;
    },
    async 'profile.setSecret'({ profileId, secret }) {
      const profile = profiles.findEditable(profileId);
      if (!profile.ok) return profile;
      const written = await secrets.write(profile.value, secret);
      if (!written.ok) return err(vaultFailure(written.error));
      events.emit({ name: 'profile.changed', profileId });
      return ok({ store: secrets.storeOf(profile.value) });
    },
    async 'profile.hasSecret'({ profileId }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const stored = await secrets.read(profile.value);
      if (!stored.ok) return err(vaultFailure(stored.error));
      return ok({ stored: stored.value !== null, store: secrets.storeOf(profile.value) });
    },
    async 'limits.read'({ profileId, refresh }) {
      const profile = profiles.find(profileId);
      return profile.ok ? ok(await limits.read(profile.value, refresh)) : profile;
    },
    async 'order.suggest'({ profileId, flow }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const orderId = await log.nextOrderId(profileId, flow, orderDayOf(clock.now()));
      return orderId.ok ? ok({ orderId: orderId.value }) : orderId;
    },
  };
}

function logHandlers({
  log,
  events,
  operator,
}: HandlerDeps): Pick<Handlers, 'log.now' | 'log.page' | 'log.history' | 'request.recordCopy'> {
  return {
    'log.now': async ({ profileId }) => ok(await log.now(profileId)),
    'log.page': async ({ before, pageSize }) => ok(await log.page(before, pageSize)),
    async 'log.history'({ intentId }) {
      const history = await log.history(intentId);
      return history === null ? err(failure('request_not_found')) : ok(history);
    },
    async 'request.recordCopy'({ intentId, part, text }) {
      const copied = await log.recordCopy(intentId, { operator: operator(), part, text });
      if (copied.ok) events.emit({ name: 'request.changed', request: copied.value });
      return copied;
    },
  };
}

function vaultFailure(fault: VaultFault): Failure {
  return fault === 'wrong_read_back'
    ? failure('secret_not_stored', fault)
    : failure('vault_unavailable', fault);
}
