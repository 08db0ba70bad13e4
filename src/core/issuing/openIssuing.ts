import type { Host } from '#shared/contract/host.ts';

import { type LiveConfirmations, createLiveConfirmations } from './liveConfirmations.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type IssueDeposit, type IssueDeps, createIssueDeposit } from './issueDeposit.ts';
import { type LateAnswers, type LateAnswersDeps, createLateAnswers } from './lateAnswers.ts';
import type { Connect } from '../provider/connect.ts';
import { type ReadyConnections, createReadyConnections } from '../provider/readyConnections.ts';
import type { Trust } from '../provider/trust.ts';
import { type SendDeps, createSendDeposit } from './sendDeposit.ts';
import { type TypedRequests, createTypedRequests } from './typedRequests.ts';
import { type UnderWay, createSleepWatch, createUnderWay } from './underWay.ts';

export type Issuing = {
  readonly issueDeposit: IssueDeposit;
  readonly connections: ReadyConnections;
  readonly underWay: UnderWay;
  readonly lateAnswers: LateAnswers;
  readonly liveConfirmations: LiveConfirmations;
  readonly typed: TypedRequests;
  /** Answers under way count as lost. */
  readonly machineSlept: () => void;
};

type IssuingDeps = Omit<SendDeps, 'underWay' | 'lateAnswers' | 'connections'> &
  Omit<LateAnswersDeps, 'readForMs'> &
  Pick<IssueDeps, 'log' | 'limits' | 'settler' | 'events' | 'clock' | 'eyes'> & {
    readonly connect: Connect;
    readonly trust: Pick<Trust, 'onChange'>;
    readonly host: Host;
    readonly profiles: Pick<Profiles, 'findInUse'>;
  };

/** Everything between a draft and its outcome, in the order in which the parts need each other. */
export function openIssuing(deps: IssuingDeps): Issuing {
  const { clock, events, host, profiles } = deps;
  const underWay = createUnderWay((isBusy) => sleepWatch.watch(isBusy), events);
  const connections = createReadyConnections(deps);
  events.onEvent((event) => {
    if (event.name === 'profile.changed') connections.drop(event.profileId);
  });
  const machineSlept = (): void => {
    connections.drop();
    underWay.interruptAll('slept');
  };
  const sleepWatch = createSleepWatch(clock, machineSlept);
  const lateAnswers = createLateAnswers(deps);
  const liveConfirmations = createLiveConfirmations();
  const issueDeposit = createIssueDeposit({
    ...deps,
    send: createSendDeposit({ ...deps, connections, underWay, lateAnswers }),
    findInUse: profiles.findInUse,
    isLiveAllowed: host.live,
    isLiveConfirmed: liveConfirmations.isConfirmed,
  });
  const typed = createTypedRequests();
  const parts = { issueDeposit, connections, underWay, lateAnswers, liveConfirmations };
  return { ...parts, typed, machineSlept };
}
