import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { Failure } from '../../src/shared/domain/failure.ts';
import type { RequestHistory } from '../../src/shared/domain/history.ts';
import { type DepositRequest, isInFlight } from '../../src/shared/domain/request.ts';

import type { HostName } from './support/desks.ts';
import { isWording, wordsOf, wordsOfFailure } from './told.ts';

export type Outcome = 'accepted' | 'rejected' | 'not_sent' | 'unknown';

/** What the table demands of a cell. */
export type Expected = {
  /** `nothing`: the operation itself is refused and the log has no request. */
  readonly outcome: Outcome | 'nothing';
  /** The reason's code; of `nothing` the failure's. */
  readonly reason: string | null;
  readonly posts: 0 | 1;
  /** Entries in the provider's ledger. */
  readonly entries: 0 | 1;
};

export type CellName = {
  readonly item: string;
  /** What was done to bring the fault about. */
  readonly by: string;
  readonly flow: Flow;
  readonly host: HostName;
};

export type Observed = {
  readonly failure: Failure | null;
  readonly history: RequestHistory | null;
  readonly posts: number;
  readonly entries: readonly Flow[];
};

export type ProblemKind = 'lost' | 'misclassified' | 'extra send';
type Problem = { readonly kind: ProblemKind; readonly text: string };
export type Cell = CellName & { readonly problems: readonly Problem[] };

/** The sentences of issuing.md's outcomes; everything else the page may word as it likes. */
const MUST_SAY: Readonly<Record<Outcome | 'nothing', readonly RegExp[]>> = {
  accepted: [],
  rejected: [/Nothing was created/u],
  not_sent: [/Nothing left this machine/u],
  unknown: [/Outcome unknown\. Do not repeat/u, /may exist at the provider/u],
  nothing: [/It can[’']t be recorded, so it was not sent/u],
};

export function judge(name: CellName, expected: Expected, observed: Observed): Cell {
  const problems = [
    ...lostOf(observed),
    ...extraOf(expected, observed),
    ...misclassifiedOf(name, expected, observed),
  ];
  return { ...name, problems };
}

/** issuing.md's oracle: what is in the ledger must be accepted or unknown here, and nothing may rest nowhere. */
function lostOf({ history, entries, failure }: Observed): readonly Problem[] {
  const lost = (text: string): readonly Problem[] => [{ kind: 'lost', text }];
  if (history === null) {
    if (entries.length > 0) return lost('the provider has it and the log does not');
    return failure === null ? lost('the log does not have it') : [];
  }
  const { request } = history;
  if (isInFlight(request)) return lost(`it stays ${request.outcome}`);
  const mayExist = request.outcome === 'accepted' || request.outcome === 'unknown';
  return entries.length > 0 && !mayExist
    ? lost(`the provider has it and the log says ${request.outcome}`)
    : [];
}

function extraOf(expected: Expected, { posts, entries }: Observed): readonly Problem[] {
  if (posts <= expected.posts && entries.length <= 1) return [];
  return [{ kind: 'extra send', text: `${posts} POSTs, ${entries.length} ledger entries` }];
}

function misclassifiedOf(
  { flow }: CellName,
  expected: Expected,
  { history, failure, posts, entries }: Observed,
): readonly Problem[] {
  const request = history?.request ?? null;
  const words = failure === null ? [] : wordsOfFailure(failure);
  const told = request === null ? words : wordsOf(request);
  const got = {
    outcome: request?.outcome ?? 'nothing',
    reason: failure?.code ?? (request === null ? null : reasonOf(request)),
    posts,
    entries: entries.length,
  };
  const wrong = Object.entries(expected).flatMap(([key, value]) => {
    const is = Object.entries(got).find(([own]) => own === key)?.[1];
    return is === value ? [] : [`${key} is ${String(is)}, not ${String(value)}`];
  });
  const unsaid = MUST_SAY[expected.outcome]
    .filter((sentence) => !told.some((said) => sentence.test(said)))
    .map((sentence) => `the operator is not told ${sentence.source}: ${told.join(' | ')}`);
  const unworded = told.filter((said) => !isWording(said)).map((key) => `no words for ${key}`);
  const strayed = entries.some((entry) => entry !== flow) ? ['created in the other flow'] : [];
  return [...wrong, ...unsaid, ...unworded, ...strayed].map((text) => ({
    kind: 'misclassified',
    text,
  }));
}

function reasonOf(request: DepositRequest): string | null {
  return 'reason' in request ? request.reason.code : null;
}

export function withProblems(cell: Cell, texts: readonly string[]): Cell {
  const more = texts.map((text): Problem => ({ kind: 'misclassified', text }));
  return { ...cell, problems: [...cell.problems, ...more] };
}
