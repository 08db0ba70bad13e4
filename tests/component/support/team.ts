import {
  type OperationInput,
  type OperationOutput,
  OPERATION_NAMES,
} from '../../../src/shared/contract/operations.ts';
import { type Failure, failure } from '../../../src/shared/domain/failure.ts';
import { type Result, err, ok } from '../../../src/shared/domain/result.ts';
import type { TeamState } from '../../../src/shared/domain/team.ts';
import {
  type JoinedState,
  type TeamOperation,
  answerOf,
  askedOf,
  joinedState,
  teamAnswers,
} from '../../support/teamAnswers.ts';
import type { DeskPage } from './page.ts';

/** A desk whose team is only said: every answer and every question is held against the contract. */
export type SaidTeam = {
  /** Every question so far, oldest first. */
  readonly asked: <N extends TeamOperation>(name: N) => readonly OperationInput<N>[];
  /** What the desk answers from now on. */
  readonly answer: <N extends TeamOperation>(
    name: N,
    reply: (input: OperationInput<N>) => Result<OperationOutput<N>, Failure>,
  ) => void;
  /** How the desk stands from now on; the page is told of it. */
  readonly become: (state: TeamState) => void;
  readonly join: (changed?: Partial<JoinedState>) => void;
};

type Reply = (input: unknown) => Result<unknown, Failure>;

const NAMES = OPERATION_NAMES.filter((name): name is TeamOperation => name.startsWith('team.'));

export function sayTeam({ desk }: DeskPage, requests: number = 3): SaidTeam {
  const asked: { readonly name: TeamOperation; readonly input: unknown }[] = [];
  const replies = new Map<TeamOperation, Reply>();
  const answers = teamAnswers(requests, Date.now());
  let state: TeamState = { kind: 'none' };
  const answer: SaidTeam['answer'] = (name, reply) => {
    replies.set(name, (input) => {
      const said = reply(askedOf(name, input));
      return said.ok ? ok(answerOf(name, said.value)) : said;
    });
  };
  const become: SaidTeam['become'] = (next) => {
    state = next;
    desk.tell({ name: 'team.changed', state });
  };
  answer('team.state', () => ok(state));
  answer('team.desks', () => ok(answers['team.desks']));
  answer('team.find', (input) => ok(answers['team.find'](input)));
  answer('team.conflicts', () => ok(answers['team.conflicts']));
  answer('team.signers', () => ok({ own: null, people: [] }));
  answer('team.papers', () => ok([]));
  for (const name of NAMES) {
    desk.onOperation(name, ({ input, fulfill }) => {
      asked.push({ name, input });
      fulfill(replies.get(name)?.(input) ?? err(failure('internal', `${name} is not answered`)));
    });
  }
  return {
    asked: (name) =>
      asked.filter((one) => one.name === name).map(({ input }) => askedOf(name, input)),
    answer,
    become,
    join: (changed) => become(joinedState(changed)),
  };
}
