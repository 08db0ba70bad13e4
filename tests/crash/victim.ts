import type { Imports } from '../../src/core/importing/imports.ts';
import { memoryImports, readyRowsOf } from '../../src/core/testing/memoryImports.ts';
import { profileIdSchema } from '../../src/shared/domain/ids.ts';
import { openWholeDesk } from '../support/wholeDesk.ts';
import type { Task } from './lines.ts';
import { beVictim } from './victimWork.ts';

/** The rows that a file would give. Each is another customer's. */
function importsOf(task: Task): Imports | undefined {
  if (task.kind !== 'batch' && task.kind !== 'batch again') return undefined;
  const { prefix, rows } = task;
  const sandbox = profileIdSchema.parse('sandbox');
  const named = (at: number) => ({ customer: `${prefix}-${at}`, order: `${prefix}-${at}` });
  return memoryImports(readyRowsOf(sandbox, rows, named));
}

await beVictim((task) => openWholeDesk(task.desk, importsOf(task)));
