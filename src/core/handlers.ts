import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';

import type { IssueDeposit } from './deposits/issueDeposit.ts';
import type { Handlers } from './dispatch.ts';
import type { LimitsService } from './limits/service.ts';
import { orderDayOf } from './log/orderId.ts';
import { type LogHandlerDeps, logHandlers } from './logHandlers.ts';
import type { Clock, VaultFault } from './ports.ts';
import type { Profiles } from './profiles/profiles.ts';
import { type RequestHandlerDeps, requestHandlers } from './requestHandlers.ts';
import type { SettingsStore } from './settings/settings.ts';
import type { Secrets } from './vault/secrets.ts';

export type HandlerDeps = RequestHandlerDeps &
  LogHandlerDeps & {
    readonly info: OperationOutput<'app.info'>;
    readonly profiles: Profiles;
    readonly settings: SettingsStore;
    readonly secrets: Secrets;
    readonly limits: LimitsService;
    readonly issueDeposit: IssueDeposit;
    readonly clock: Clock;
    readonly onBug: (error: unknown) => void;
  };

/** One handler per operation. */
export function createHandlers(deps: HandlerDeps): Handlers {
  async function issue(
    { intentId, profileId, reissue }: OperationInput<'issue.create' | 'issue.build'>,
    draft: DepositDraft,
  ): Promise<Result<OperationOutput<'issue.create'>, Failure>> {
    const profile = deps.profiles.find(profileId);
    if (!profile.ok) return profile;
    const operator = deps.operator();
    const issued = await deps.issueDeposit({
      intentId,
      profile: profile.value,
      operator,
      draft,
      reissue,
    });
    if (!issued.ok) return issued;
    const { request, warnings, settled } = issued.value;
    settled.catch(deps.onBug);
    return ok({ request, warnings });
  }

  return {
    'app.info': async () => ok(deps.info),
    ...settingsHandlers(deps),
    ...profileHandlers(deps),
    ...requestHandlers(deps),
    ...logHandlers(deps),
    'issue.create': (input) => issue(input, { flow: 'create', fields: input.fields }),
    'issue.build': (input) => issue(input, { flow: 'build', fields: input.fields }),
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

function vaultFailure(fault: VaultFault): Failure {
  return fault === 'wrong_read_back'
    ? failure('secret_not_stored', fault)
    : failure('vault_unavailable', fault);
}
