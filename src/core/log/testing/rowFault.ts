import { compareRebuilt } from '../care/rebuilt.ts';
import { rowDigestFault } from '../store/rowDigests.ts';
import type { Store } from '../store/store.ts';

/** Why a row is not what the events say, or null. */
export function rowFaultOf(store: Store): string | null {
  const { seq } = store.events.head();
  const differing = rowDigestFault(store, seq);
  if (differing !== null) return differing.detail;
  const compared = compareRebuilt(store, seq);
  return 'notCompared' in compared ? compared.notCompared : (compared.fault?.detail ?? null);
}
