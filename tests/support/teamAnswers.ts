import {
  CONTRACT,
  type OperationInput,
  type OperationOutput,
  type OperationName,
} from '../../src/shared/contract/operations.ts';
import type { TeamRequest, TeamState } from '../../src/shared/domain/team.ts';

/** What a desk of a team would answer to its page, for tests of the page alone. Each is held against the contract's schema. */

export type TeamOperation = Extract<OperationName, `team.${string}`>;
export type JoinedState = Extract<TeamState, { readonly kind: 'joined' }>;

export function answerOf<N extends TeamOperation>(name: N, value: unknown): OperationOutput<N> {
  return CONTRACT[name].output.parse(value);
}

export function askedOf<N extends TeamOperation>(name: N, input: unknown): OperationInput<N> {
  return CONTRACT[name].input.parse(input);
}

export function joinedState(changed: Partial<JoinedState> = {}): JoinedState {
  const state = answerOf('team.state', {
    kind: 'joined',
    desk: 'North',
    code: 'N7K',
    host: 'team.office.example',
    port: 5432,
    database: 'desk_team',
    standing: { kind: 'in_step' },
    clockOffsetMs: 120,
    conflicts: 0,
    numbers: 'held',
    profiles: [{ profileId: 'sandbox', sharing: 'masked', offline: 'own_numbers' }],
    ...changed,
  });
  if (state.kind === 'none') throw new Error('The state is of no team');
  return state;
}

const MERCHANT = '7f1c2a0e-5b1d-4c59-9b3e-0d6f3a2b1c4d';
const MINUTE_MS = 60_000;

/** The request with this number, counted from the newest: each a minute older, desks and outcomes in turn. */
export function teamRequest(at: number, nowMs: number): TeamRequest {
  const [desk = '', deskCode = ''] = [
    ['North', 'N7K'],
    ['South', 'S4M'],
    ['Night shift', 'Q9T'],
  ][at % 3] ?? ['North', 'N7K'];
  const isProof = desk === 'Night shift';
  const outcomes = ['accepted', 'accepted', 'accepted', 'unknown', 'rejected', 'not_sent'];
  const outcome = outcomes[at % 7] ?? 'sending';
  const createdAt = new Date(nowMs - at * MINUTE_MS).toISOString();
  const [found] = answerOf('team.find', [
    {
      createdAt,
      receivedAt: createdAt,
      desk,
      deskCode,
      isOwn: desk === 'North',
      intentId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      merchant: MERCHANT,
      orderId: `D-${deskCode}-1118-${String(1000 - at).padStart(4, '0')}`,
      customer: isProof ? null : desk === 'South' ? '+7 900 ••• 11 22' : `cust-${77 + at}`,
      cents: isProof ? null : 150_000 + at * 1100,
      currency: isProof ? null : 'RUB',
      outcome,
      state: isProof || outcome !== 'accepted' ? null : 'created',
      resolution: null,
      flow: desk === 'North' ? 'create' : null,
    },
  ]);
  if (found === undefined) throw new Error('No request');
  return found;
}

/** Every answer of a team of three desks with so many requests. */
export function teamAnswers(requests: number, nowMs: number) {
  const all = Array.from({ length: requests }, (_, at) => teamRequest(at, nowMs));
  const lastSeen = new Date(nowMs).toISOString();
  const desk = { state: 'active', lastSeen };
  return {
    'team.desks': answerOf('team.desks', [
      {
        ...desk,
        deskId: '00000000-0000-4000-8000-0000000000d1',
        desk: 'Night shift',
        code: 'Q9T',
        isOwn: false,
      },
      {
        ...desk,
        deskId: '00000000-0000-4000-8000-0000000000d2',
        desk: 'North',
        code: 'N7K',
        isOwn: true,
      },
      {
        ...desk,
        deskId: '00000000-0000-4000-8000-0000000000d3',
        desk: 'South',
        code: 'S4M',
        isOwn: false,
      },
    ]),
    /** As the server would page and narrow them. */
    'team.find': (input: unknown): readonly TeamRequest[] => {
      const asked = askedOf('team.find', input);
      const fitting = all.filter(
        (row) =>
          (asked.desk === null || row.desk === asked.desk) &&
          (asked.outcome === null || row.outcome === asked.outcome) &&
          `${row.orderId} ${row.customer ?? ''}`.includes(asked.text),
      );
      const { before } = asked;
      const from =
        before === null ? 0 : fitting.findIndex((row) => row.intentId === before.intentId) + 1;
      return fitting.slice(from, from + asked.most);
    },
    'team.conflicts': answerOf('team.conflicts', [
      {
        merchant: MERCHANT,
        orderId: 'D-1118-0042',
        heldBy: 'North',
        sentBy: 'South',
        ownIntent: null,
        recordedAt: lastSeen,
      },
    ]),
  } as const;
}

/** A check in which this step failed; without one, all is well. */
export function teamCheck(failed?: {
  readonly at: number;
  readonly code: string;
  readonly detail: string;
}): OperationOutput<'team.check'> {
  return answerOf('team.check', {
    invitation: {
      desk: 'North',
      code: 'N7K',
      host: 'team.office.example',
      port: 5432,
      database: 'desk_team',
      until: '2030-01-01T12:00:00.000Z',
    },
    steps: ['invitation', 'address', 'tls', 'login', 'desk'].map((step, at) => {
      const isFailed = at === failed?.at;
      const isAfter = failed !== undefined && at > failed.at;
      return {
        step,
        status: isFailed ? 'failed' : isAfter ? 'skipped' : 'ok',
        code: isFailed ? failed.code : null,
        detail: isFailed ? failed.detail : null,
      };
    }),
  });
}
