import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread. Only Linux has priorities of threads:
 * elsewhere this would be the whole process.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not allowed in some containers: then it works as fast as all the others.
  }
}
