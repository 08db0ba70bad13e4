import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { LogQuery } from '#shared/domain/logSearch.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';

import { type CallbackHandlerDeps, callbackHandlers } from './callbacks/handlers.ts';
import { type BillDeps, billHandlers } from './messages/bill/fetchBill.ts';
import { type ClipboardDeps, clipboardHandlers } from './messages/clipboard.ts';
import { checkHandlers } from './profiles/check/checkHandlers.ts';
import { type CustomerHandlerDeps, customerHandlers } from './issuing/customers.ts';
import type { IssueDeposit } from './issuing/issueDeposit.ts';
import {
  type DiagnosticsDeps,
  diagnosticsHandlers,
} from './desk/diagnostics/diagnosticsHandlers.ts';
import type { Handlers } from './dispatch.ts';
import { type ExportHandlerDeps, exportHandlers } from './exports/handlers.ts';
import { type KeptHandlerDeps, keptHandlers } from './issuing/keptHandlers.ts';
import type { LimitsService } from './limits/service.ts';
import { type LinkHandlerDeps, linkHandlers } from './desk/links/linkHandlers.ts';
import { type LiveHandlerDeps, liveHandlers } from './issuing/liveConfirmations.ts';
import type { ResolvedQuery } from './search/query.ts';
import { type LogHandlerDeps, logHandlers } from './log/handlers.ts';
import { type LabDeps, labHandlers } from './format/lab/labHandlers.ts';
import { type OverviewHandlerDeps, overviewHandlers } from './overview/handlers.ts';
import { type ShellHandlerDeps, shellHandlers } from './desk/openShell.ts';
import type { EmbeddedSandbox } from './ports.ts';
import { profileFileHandlers } from './profiles/profileFileHandlers.ts';
import { type ProfileHandlerDeps, profileHandlers } from './profiles/profileHandlers.ts';
import type { SuggestOrder } from './issuing/suggestOrder.ts';
import { type RequestHandlerDeps, requestHandlers } from './issuing/requestHandlers.ts';
import { type SampleHandlerDeps, sampleHandlers } from './log/sample/sampleHandlers.ts';
import {
  type SearchHandlerDeps,
  momentOf,
  resolveQuery,
  searchHandlers,
} from './search/handlers.ts';
import { secretHandlers } from './profiles/secretHandlers.ts';
import { type ShiftHandlerDeps, shiftHandlers } from './overview/shiftHandlers.ts';
import { type TeachingDeps, teachingHandlers } from './format/teachingHandlers.ts';
import { type ViewHandlerDeps, viewHandlers } from './search/views/viewHandlers.ts';

export type HandlerDeps = RequestHandlerDeps &
  LogHandlerDeps &
  ProfileHandlerDeps &
  LabDeps &
  TeachingDeps &
  CallbackHandlerDeps &
  ViewHandlerDeps &
  SampleHandlerDeps &
  SearchHandlerDeps &
  OverviewHandlerDeps &
  CustomerHandlerDeps &
  ShiftHandlerDeps &
  KeptHandlerDeps &
  BillDeps &
  LinkHandlerDeps &
  LiveHandlerDeps &
  ShellHandlerDeps &
  DiagnosticsDeps &
  ClipboardDeps &
  Omit<ExportHandlerDeps, 'resolveQuery'> &
  Parameters<typeof checkHandlers>[0] & {
    readonly info: OperationOutput<'app.info'>;
    readonly limits: LimitsService;
    readonly issueDeposit: IssueDeposit;
    readonly suggestOrder: SuggestOrder;
    readonly sandbox: Pick<EmbeddedSandbox, 'arm'>;
    readonly onBug: (error: unknown) => void;
  };

/** One handler per operation. */
export function createHandlers(deps: HandlerDeps): Handlers {
  async function issue(
    { intentId, profileId, reissue, repeat }: OperationInput<'issue.create' | 'issue.build'>,
    draft: DepositDraft,
  ): Promise<Result<OperationOutput<'issue.create'>, Failure>> {
    const profile = deps.profiles.findInUse(profileId);
    if (!profile.ok) return profile;
    const operator = deps.operator();
    const issued = await deps.issueDeposit({
      intentId,
      profile: profile.value,
      operator,
      draft,
      reissue,
      repeat,
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
    ...secretHandlers(deps),
    ...profileFileHandlers(deps),
    ...labHandlers(deps),
    ...teachingHandlers(deps),
    ...checkHandlers(deps),
    ...formHandlers(deps),
    ...requestHandlers(deps),
    ...logHandlers(deps),
    ...callbackHandlers(deps),
    ...viewHandlers(deps),
    ...sampleHandlers(deps),
    ...searchHandlers(deps),
    ...overviewHandlers(deps),
    ...customerHandlers(deps),
    ...shiftHandlers(deps),
    ...keptHandlers(deps),
    ...clipboardHandlers(deps),
    ...billHandlers(deps),
    ...liveHandlers(deps),
    ...linkHandlers(deps),
    ...shellHandlers(deps),
    ...diagnosticsHandlers(deps),
    async 'sandbox.arm'({ orderId, scenario }) {
      await deps.sandbox.arm(orderId, scenario);
      return ok({});
    },
    ...exportHandlers({ ...deps, resolveQuery: (query) => resolved(query, deps) }),
    'issue.create': (input) => issue(input, { flow: 'create', fields: input.fields }),
    'issue.build': (input) => issue(input, { flow: 'build', fields: input.fields }),
  };
}

/** An export reads a query as the search does. */
function resolved(
  query: LogQuery,
  { profiles, clock }: Pick<HandlerDeps, 'profiles' | 'clock'>,
): Result<ResolvedQuery, Failure> {
  const profile = profiles.find(query.dayProfileId);
  if (!profile.ok) return profile;
  return ok(resolveQuery(query, profile.value, momentOf(profiles.list(), clock.now())));
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
        const found = profiles.findInUse(patch.activeProfileId);
        if (!found.ok) return found;
      }
      const before = settings.get();
      const updated = settings.update(patch);
      events.emit({ name: 'settings.changed', settings: updated });
      if (updated.keychainLibrary !== before.keychainLibrary) {
        // Where their secrets are has another answer now.
        for (const { id } of profiles.list())
          events.emit({ name: 'profile.changed', profileId: id });
      }
      return ok(updated);
    },
  };
}

/** What the form of a new request asks for. */
function formHandlers({
  profiles,
  limits,
  log,
  suggestOrder,
}: HandlerDeps): Pick<Handlers, 'limits.read' | 'limits.snapshot' | 'order.suggest'> {
  return {
    async 'limits.read'({ profileId, refresh }) {
      const profile = profiles.find(profileId);
      return profile.ok ? ok(await limits.read(profile.value, refresh)) : profile;
    },
    async 'limits.snapshot'({ id }) {
      const snapshot = await log.limitsSnapshot(id);
      return snapshot === null
        ? err(failure('request_not_found', `no limits ${id}`))
        : ok(snapshot);
    },
    async 'order.suggest'({ profileId, flow }) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return profile;
      const orderId = await suggestOrder(profile.value, flow);
      return orderId.ok ? ok({ orderId: orderId.value }) : orderId;
    },
  };
}
