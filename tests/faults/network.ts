import { ANSWER_FAULTS } from '../provider/faults/answerFaults.ts';
import type { AnswerFault } from '../provider/faults/fault.ts';
import type { Flow } from '../../src/shared/domain/deposit.ts';
import { type ProfileId, profileIdSchema } from '../../src/shared/domain/ids.ts';
import { writeFaultyMerchant } from '../support/faultyMerchant.ts';
import {
  type Attempt,
  type Bench,
  addProfile,
  giveSecret,
  inTurns,
  issue,
  judged,
  observe,
} from './bench.ts';
import { type Cell, judge, withProblems } from './cell.ts';
import { checkRow, isRawViewable } from './checks.ts';
import { ANSWER_CELLS, type AnswerCell, WITHOUT_ANSWER } from './rows/answers.ts';
import { CONNECTION_CELLS, type ConnectionCell } from './rows/connections.ts';
import { MERCHANT } from './support/sandbox.ts';
import { ONLY_IN } from './table.ts';

const AT_ONCE = 8;
/** For what ends only by waiting; long enough for the half that does come to arrive on a busy machine. */
const SHORT_DEADLINE_MS = 3000;
const TAUGHT_ID = profileIdSchema.parse('live-taught');

export type Profiles = {
  readonly plain: ProfileId;
  readonly impatient: ProfileId;
  readonly taught: ProfileId;
  /** With few requests, as a desk has them: its cards are read off the page. */
  readonly shown: ProfileId;
};

export function teachRefusal(dataDir: string, origin: string): void {
  writeFaultyMerchant(dataDir, { origin, merchant: MERCHANT }, { id: TAUGHT_ID, name: 'Taught' });
}

export async function addProfiles(bench: Bench): Promise<Profiles> {
  await giveSecret(bench, TAUGHT_ID);
  return {
    plain: await addProfile(bench, 'Plain'),
    impatient: await addProfile(bench, 'Impatient', { answerDeadlineMs: SHORT_DEADLINE_MS }),
    taught: TAUGHT_ID,
    shown: await addProfile(bench, 'Shown'),
  };
}

type AnswerTask = {
  readonly cell: AnswerCell;
  readonly fault: AnswerFault;
  readonly flow: Flow;
  readonly creates: boolean;
};

function answerTasks(bench: Bench): readonly AnswerTask[] {
  return ANSWER_CELLS.flatMap((cell) =>
    cell.faults.flatMap((name) => {
      const fault = ANSWER_FAULTS.find((known) => known.name === name);
      if (fault === undefined) throw new Error(`The sandbox has no fault ${name}`);
      const only = ONLY_IN.get(cell.item);
      const flows = fault.flows.filter(
        (flow) => (only === undefined || only === flow) && bench.flowsOf(cell.item).includes(flow),
      );
      const ways = fault.bothWays ? [true, false] : [fault.creates];
      return flows.flatMap((flow) => ways.map((creates) => ({ cell, fault, flow, creates })));
    }),
  );
}

export async function runAnswers(bench: Bench, profiles: Profiles): Promise<readonly Cell[]> {
  return await inTurns(answerTasks(bench), AT_ONCE, (task) => runAnswer(bench, profiles, task));
}

async function runAnswer(
  bench: Bench,
  profiles: Profiles,
  { cell, fault, flow, creates }: AnswerTask,
): Promise<Cell> {
  const { desk, provider } = bench;
  const orderId = bench.nextOrder();
  const parameters =
    fault.name === 'reused-id'
      ? { of_order_id: (await earlierOrder(bench, profiles.plain, flow)).orderId }
      : {};
  await provider.setFault(orderId, fault.name, { creates, ...parameters });
  const attempt = await issue(bench, flow, profileFor(profiles, cell), orderId);
  if (attempt.failure === null) await desk.settled(attempt.intentId);
  const observed = await observe(bench, attempt);
  const by = creates ? fault.name : `${fault.name}, nothing created`;
  const name = { item: cell.item, by, flow, host: desk.host };
  const { outcome, reason } = cell;
  const expected = { outcome, reason, posts: 1, entries: creates ? 1 : 0 } as const;
  const result = judge(name, expected, observed);
  const { history } = observed;
  if (history === null) return result;
  const isRawExpected = outcome !== 'accepted' && !WITHOUT_ANSWER.has(fault.name);
  const raw = isRawExpected ? await isRawViewable(desk, history, fault.name) : [];
  return withProblems(result, [...raw, ...(await checkRow(desk, history, fault.name))]);
}

function profileFor(
  { plain, impatient, taught }: Profiles,
  { item, reason }: AnswerCell,
): ProfileId {
  if (item === 'hard deadline') return impatient;
  return reason === 'no_requisites' ? taught : plain;
}

async function earlierOrder(bench: Bench, profileId: ProfileId, flow: Flow): Promise<Attempt> {
  const attempt = await issue(bench, flow, profileId, bench.nextOrder());
  await bench.desk.settled(attempt.intentId);
  return attempt;
}

/** The provider's own 409: the order really is there, and the desk shows which request made it. */
export async function runRealConflict(bench: Bench, { plain }: Profiles): Promise<readonly Cell[]> {
  return await Promise.all(
    bench.flowsOf('409').map(async (flow) => {
      const { orderId, intentId } = await earlierOrder(bench, plain, flow);
      const again = await issue(bench, flow, plain, orderId, intentId);
      if (again.failure === null) await bench.desk.settled(again.intentId);
      const observed = await observe(bench, again);
      const own = { ...observed, posts: observed.posts - 1 };
      const name = { item: '409', by: 'an order that is there', flow, host: bench.desk.host };
      const expected = {
        outcome: 'unknown',
        reason: 'order_exists',
        posts: 1,
        entries: 1,
      } as const;
      const isLinked = (observed.history?.related.length ?? 0) === 1;
      const result = judge(name, expected, own);
      return withProblems(result, isLinked ? [] : ['it is not linked to the other request']);
    }),
  );
}

export async function runConnections(bench: Bench): Promise<readonly Cell[]> {
  const possible = CONNECTION_CELLS.filter(({ fault }) => bench.provider.portOf(fault) !== null);
  const cells = await inTurns(possible, possible.length, (cell) => runConnection(bench, cell));
  return cells.flat();
}

async function runConnection(bench: Bench, cell: ConnectionCell): Promise<readonly Cell[]> {
  const { desk } = bench;
  const profileId = await connectionProfile(bench, cell);
  return await Promise.all(
    bench.flowsOf(cell.item).map(async (flow) => {
      const attempt = await issue(bench, flow, profileId, bench.nextOrder());
      if (attempt.failure === null) await desk.settled(attempt.intentId);
      const name = { item: cell.item, by: cell.fault, flow };
      const expected = { outcome: 'not_sent', reason: cell.reason, posts: 0, entries: 0 } as const;
      return await judged(bench, name, expected, attempt);
    }),
  );
}

/** A name behind a proxy for the proxies: nobody takes one to their own machine. */
export async function connectionProfile(
  bench: Bench,
  { fault, isSlow = false }: Pick<ConnectionCell, 'fault' | 'isSlow'>,
): Promise<ProfileId> {
  const { provider } = bench;
  const url = provider.portOf(fault) ?? '';
  const deadline = isSlow ? { answerDeadlineMs: SHORT_DEADLINE_MS } : {};
  if (!fault.startsWith('proxy-')) {
    return await addProfile(bench, fault, { baseUrl: url, ...deadline });
  }
  const baseUrl = provider.portOf('tls-ok-by-name') ?? '';
  return await addProfile(bench, fault, { baseUrl, proxy: { mode: 'manual', url }, ...deadline });
}

/** The same desk, provider and ways with nothing wrong: what fails above fails because of its fault. */
export async function runControls(bench: Bench, { plain }: Profiles): Promise<readonly Cell[]> {
  const ways = [
    ['plain', plain],
    ['tls-ok', await connectionProfile(bench, { fault: 'tls-ok' })],
    ['proxy-ok', await connectionProfile(bench, { fault: 'proxy-ok' })],
  ] as const;
  const tasks = ways.flatMap(([by, profileId]) =>
    bench.flowsOf(CONTROL).map((flow) => ({ by, profileId, flow })),
  );
  return await inTurns(tasks, AT_ONCE, async ({ by, profileId, flow }) => {
    const attempt = await issue(bench, flow, profileId, bench.nextOrder());
    if (attempt.failure === null) await bench.desk.settled(attempt.intentId);
    const name = { item: CONTROL, by, flow };
    const expected = { outcome: 'accepted', reason: null, posts: 1, entries: 1 } as const;
    return await judged(bench, name, expected, attempt);
  });
}

/** Not of the table: nothing is wrong there. */
const CONTROL = 'nothing wrong';
