import { FIELD_FAULTS } from '#shared/domain/draft.ts';
import { MAX_IMPORT_ROWS, type ProblemGroup, type RowProblem } from '#shared/domain/importing.ts';

type Kind = Pick<RowProblem, 'code' | 'field' | 'force'>;

const FIELD_CODES: ReadonlySet<string> = new Set(FIELD_FAULTS);

export function groupKey({ code, field, force }: Kind): string {
  const key = field === null ? code : `${code}:${field}`;
  // Limits that only warn for some types refuse for others: their rows are not decided together.
  return force !== 'refuse' && FIELD_CODES.has(code) ? `${key}:${force}` : key;
}

/** The operator's decisions, with how many rows each was made for. */
export type Acceptances = {
  readonly has: (key: string) => boolean;
  readonly put: (key: string, rows: number) => void;
  readonly withdraw: (key: string) => void;
  readonly clear: () => void;
  /** A group that has grown was not seen as it is now. */
  readonly settle: (rowsOf: (key: string) => number) => boolean;
};

export function createAcceptances(): Acceptances {
  const accepted = new Map<string, number>();
  return {
    has: (key) => accepted.has(key),
    put: (key, rows) => void accepted.set(key, rows),
    withdraw: (key) => void accepted.delete(key),
    clear: () => accepted.clear(),
    settle(rowsOf) {
      const grown = [...accepted].filter(([key, rows]) => rowsOf(key) > rows);
      for (const [key] of grown) accepted.delete(key);
      return grown.length > 0;
    },
  };
}

const FORCE_WEIGHT = { refuse: 2, confirm: 1, tell: 0 } as const;

function weightOf({
  force,
  rows,
}: {
  readonly force: Kind['force'];
  readonly rows: number;
}): number {
  return FORCE_WEIGHT[force] * 2 * MAX_IMPORT_ROWS + rows;
}

/** Counts rows by group. What refuses stands first, then what has the most rows. */
export function createGroups() {
  const groups = new Map<string, Kind & { key: string; rows: number }>();
  function add(key: string, { code, field, force }: Kind): void {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, code, field, force, rows: 1 });
    else group.rows += 1;
  }
  return {
    add,
    rowsOf: (key: string): number => groups.get(key)?.rows ?? 0,
    list: (isAccepted: (key: string) => boolean): readonly ProblemGroup[] =>
      [...groups.values()]
        .toSorted((a, b) => weightOf(b) - weightOf(a))
        .map((group) => ({
          ...group,
          isAccepted: group.force === 'confirm' && isAccepted(group.key),
        })),
  };
}

const NONE: readonly RowProblem[] = [];

/** Thousands of rows have the same problems: one list serves all of them. */
export function createIntern(): (problems: readonly RowProblem[]) => readonly RowProblem[] {
  const known = new Map<string, readonly RowProblem[]>();
  return (problems) => {
    if (problems.length === 0) return NONE;
    const key = problems.map(({ limit, ...kind }) => `${groupKey(kind)} ${limit}`).join('|');
    const there = known.get(key) ?? problems;
    known.set(key, there);
    return there;
  };
}
