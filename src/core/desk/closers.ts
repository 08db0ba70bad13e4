import type { Batches } from '../batch/batches.ts';
import type { Listeners } from '../callbacks/listeners.ts';
import type { WaitingCallbacks } from '../callbacks/waiting.ts';
import type { Calls } from '../dispatch.ts';
import type { Closer } from './closeInOrder.ts';
import type { LateAnswers } from '../issuing/lateAnswers.ts';
import type { Settler } from '../issuing/settle.ts';
import type { UnderWay } from '../issuing/underWay.ts';
import type { Exports } from '../exports/exports.ts';
import type { Importer } from '../importing/importer.ts';
import type { People } from '../people/people.ts';
import type { ReadyConnections } from '../provider/readyConnections.ts';
import type { LimitsService } from '../limits/service.ts';
import type { Team } from '../team/openTeam.ts';
import type { LogPort } from '../log/openLog.ts';

type Closing = {
  readonly calls: Calls;
  readonly closing: AbortController;
  readonly connections: Pick<ReadyConnections, 'close'>;
  readonly people: Pick<People, 'close'>;
  readonly batches: Pick<Batches, 'halt' | 'close'>;
  readonly underWay: UnderWay;
  readonly lateAnswers: LateAnswers;
  readonly limits: LimitsService;
  readonly listeners: Listeners;
  readonly waiting: WaitingCallbacks;
  readonly exports: Exports;
  readonly importer: Pick<Importer, 'end'>;
  readonly settler: Settler;
  readonly team: Pick<Team, 'close'>;
  readonly log: Pick<LogPort, 'close'>;
  readonly written: () => Promise<void>;
};

/** No new call is accepted; writes under way are waited for, answers under way are not. */
export function closersOf(open: Closing): readonly Closer[] {
  let ended = Promise.resolve();
  const letNobodyIn = (): void => {
    ended = open.calls.end();
    open.closing.abort();
    open.batches.halt();
    open.underWay.interruptAll('closing');
    open.connections.close();
    open.limits.stop();
  };
  return [
    { name: 'calls', close: letNobodyIn },
    { name: 'listener', close: open.listeners.close },
    { name: 'waiting callbacks', close: open.waiting.close },
    { name: 'exports', close: open.exports.close },
    { name: 'imports', close: open.importer.end },
    { name: 'operations', close: () => ended },
    { name: 'people', close: open.people.close },
    { name: 'requests', close: open.underWay.settled },
    { name: 'batches', close: open.batches.close },
    { name: 'late answers', close: open.lateAnswers.close },
    { name: 'limits', close: open.limits.close },
    { name: 'unwritten answers', close: open.settler.close },
    { name: 'team', close: open.team.close },
    { name: 'log', close: open.log.close },
    { name: 'journal', close: open.written },
  ];
}
