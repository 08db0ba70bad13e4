import { type JudgeDeps, createClaimAsking, createClaimJudge } from '../team/claims.ts';
import { type TeamAddress, connectTeam } from '../team/connect.ts';
import { type ReplicationDeps, createReplication } from '../team/replication.ts';
import { claimOnce } from '../team/replicationThread.ts';

type ProtocolDeps = Pick<ReplicationDeps, 'read'> &
  Partial<Pick<ReplicationDeps, 'onState'>> &
  Omit<JudgeDeps, 'ask'> & {
    /** For replication's connection; left out: 10 s. */
    readonly connectMs?: number;
  };

const CONNECT_MS = 10_000;

export type TeamProtocol = ReturnType<typeof openTeamProtocol>;

/** Both connections of a desk to its team's server, in this thread: replication on one, claims on the other. */
export function openTeamProtocol(address: TeamAddress, deps: ProtocolDeps) {
  const { read, onState = () => undefined, connectMs = CONNECT_MS, ...judging } = deps;
  const replication = createReplication({
    connect: () => connectTeam({ ...address, purpose: 'log' }, connectMs),
    read,
    now: () => new Date(),
    random: Math.random,
    onState,
  });
  const claims = createClaimAsking({
    connect: (deadlineMs) => connectTeam({ ...address, purpose: 'claims' }, deadlineMs),
    inStep: replication.inStep,
  });
  return {
    claim: createClaimJudge({
      ...judging,
      ask: (asked, deadlineMs) => claimOnce(replication, claims, asked, deadlineMs),
    }),
    state: replication.state,
    inStep: replication.inStep,
    async close(): Promise<void> {
      await replication.close();
      claims.close();
    },
  };
}
