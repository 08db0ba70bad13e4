import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { HostName } from './support/desks.ts';
import { ITEMS } from './table.ts';

export const HOST_NAMES: readonly HostName[] = ['loopback', 'electron'];

/** The hosts that run the cells of one item in one flow. */
export type HostsOf = (item: string, flow: Flow) => readonly HostName[];

export const everyHost: HostsOf = () => HOST_NAMES;

/** One desk is broken, killed or put to sleep for both flows at once: a second host would repeat all of that. */
export const BROKEN_FOR_BOTH_FLOWS: ReadonlySet<string> = new Set([
  'disk full',
  'busy',
  'read-only',
  'I/O error',
  'corrupt log',
  'crash after W1',
  'locked',
  'denied',
  'absent',
  'hanging vault',
  'W2 cannot be written',
  'crash after W2',
  'machine slept',
  'W3 cannot be written',
  'closed between W2 and the first byte',
  'certificate expired meanwhile',
]);

/**
 * `--once`: hosts alternate from item to item. Where a flow costs nothing but its own request they alternate from flow to flow
 * too, so that the item meets both hosts.
 */
export const oneHost: HostsOf = (item, flow) => {
  // Cells that are not in the table have the index -1; they alternate by flow alone.
  const at = ITEMS.findIndex(({ name }) => name === item) + 1;
  const step = flow === 'build' && !BROKEN_FOR_BOTH_FLOWS.has(item) ? 1 : 0;
  return HOST_NAMES.filter((_, host) => host === (at + step) % HOST_NAMES.length);
};
