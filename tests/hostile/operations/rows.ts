import { isMetOn } from '../pairwise.ts';
import { FOREIGN_FRAMES, FRAME_KINDS, type Frame, OWN_FRAME } from './frames.ts';
import { goodInput } from './sample.ts';
import { inputNode } from './schemaNode.ts';
import { WRONG_KINDS, wrongInputs } from './wrong.ts';
import { OPERATION_NAMES, type OperationName } from '../../../src/shared/contract/operations.ts';

/** The good one is the proof that what is counted can be counted. */
export const ROWS = ['good', ...FRAME_KINDS, ...WRONG_KINDS, 'after close'] as const;
export type Row = (typeof ROWS)[number];

export type Try = {
  readonly what: string;
  readonly frame: Frame | null;
  /** A wrong one is made each time that it is read: some have five million characters, and not all are sent. */
  readonly input: unknown;
};

/**
 * Pairwise: every other wrong input is one host's, the others are the other host's. What JSON cannot say is the stand-in's alone,
 * and an only one is of both.
 */
export function shareOf<T extends { readonly input: unknown }>(
  tries: readonly T[],
  host: 'stand-in' | 'loopback',
): readonly T[] {
  if (tries.length === 1) return tries;
  const hostNumber = host === 'stand-in' ? 0 : 1;
  const isAlone = ({ input }: T): boolean => host === 'stand-in' && !isJson(input);
  return tries.filter((one, at) => isMetOn(hostNumber, at, 0) || isAlone(one));
}

/** Deeper than any input. */
const DEEPEST = 32;

/** What JSON cannot say would arrive as something else, and right perhaps. */
export function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || depth > DEEPEST) return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every((part) => isJson(part, depth + 1));
}

export const isOfWrongInputs = (row: Row): boolean => WRONG_KINDS.some((kind) => kind === row);

const FILLS_LOG: OperationName = 'log.loadSample';

/** Good calls are let through: the one that fills the log comes last, because the others check, copy and restore it. */
export function namesIn(row: Row): readonly OperationName[] {
  if (row !== 'good') return OPERATION_NAMES;
  return [...OPERATION_NAMES.filter((name) => name !== FILLS_LOG), FILLS_LOG];
}

/** Everything that is tried on one operation in one row. */
export function* triesOf(name: OperationName, row: Row): Generator<Try> {
  if (row === 'good' || row === 'after close') {
    yield { what: row, frame: OWN_FRAME, input: goodInput(name) };
    return;
  }
  if (row === 'no frame' || row === 'subframe' || row === 'wrong scheme' || row === 'wrong host') {
    const input = goodInput(name);
    for (const frame of FOREIGN_FRAMES[row]) {
      yield { what: `from ${frame?.url ?? 'nowhere'}`, frame, input };
    }
    return;
  }
  for (const { kind, what, make } of wrongInputs(inputNode(name))) {
    if (kind !== row) continue;
    yield {
      what,
      frame: OWN_FRAME,
      get input() {
        return make();
      },
    };
  }
}

export function operationNamed(name: unknown): OperationName {
  const found = OPERATION_NAMES.find((known) => known === name);
  if (found === undefined) throw new Error(`There is no operation ${String(name)}`);
  return found;
}
