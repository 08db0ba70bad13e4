import type { DeskHeld } from '../desk/openDesk.ts';

/** Says who holds the data directory, so that the operator finds that window instead of a lock file. */
export function heldMessage(dataDir: string, { holder }: DeskHeld): string {
  const who =
    holder === null
      ? 'another Deposit Desk'
      : `the ${holder.host} host of Deposit Desk (process ${holder.pid}, since ${holder.since})`;
  return `The data directory ${dataDir} is held by ${who}. Close it first, or start with another --data-dir.`;
}
