import { OPERATION_NAMES, type OperationName } from '../../../src/shared/contract/names.ts';
import { FOREIGN_FRAMES, FRAME_KINDS, type Frame, OWN_FRAME } from './frames.ts';
import { goodInput } from './sample.ts';
import { inputNode } from './schemaNode.ts';
import { WRONG_KINDS, wrongInputs } from './wrong.ts';

/** The good one is the proof that what is counted can be counted. */
export const ROWS = ['good', ...FRAME_KINDS, ...WRONG_KINDS, 'after close'] as const;
export type Row = (typeof ROWS)[number];

export type Try = {
  readonly what: string;
  readonly frame: Frame | null;
  readonly input: unknown;
};

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
  for (const { kind, what, input } of wrongInputs(inputNode(name))) {
    if (kind === row) yield { what, frame: OWN_FRAME, input };
  }
}

export function operationNamed(name: unknown): OperationName {
  const found = OPERATION_NAMES.find((known) => known === name);
  if (found === undefined) throw new Error(`There is no operation ${String(name)}`);
  return found;
}
