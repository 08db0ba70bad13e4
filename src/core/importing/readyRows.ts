import type { Failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Owner } from '../people/owner.ts';
import { findBefore, tellOfCustomers, tellOfOrders } from './askLog.ts';
import { type ReadyRows, checkDigest } from './imports.ts';
import { type Checked, GONE, type Parts, isBatch, ownImport, undecidedOf } from './openImport.ts';

/** Between check and start the log may have got an order, a customer or a batch of this file. */
async function askAgain(
  { deps, calls }: Parts,
  importId: string,
  checked: Checked,
  profile: Profile,
  sha256: string,
): Promise<Result<null, Failure>> {
  const asking = { deps, ask: calls.ask, importId };
  const customers = await tellOfCustomers(asking, profile, deps.clock.now().getTime());
  if (!customers.ok) return customers;
  const forgotten = await calls.ask('forgetOrders', importId);
  if (!forgotten.ok) return forgotten;
  const orders = await tellOfOrders(asking, profile);
  if (!orders.ok) return orders;
  const before = await findBefore(asking, sha256);
  if (!before.ok) return before;
  const since = before.value.find(({ batchId }) => !checked.similar.includes(batchId));
  if (since !== undefined) {
    checked.sameBefore = since;
    checked.isSameAccepted = false;
    checked.similar = before.value.map(({ batchId }) => batchId);
  }
  return ok(null);
}

/** For the batch: the rows that are ready now, whatever is changed afterwards. */
export async function readyRows(
  parts: Parts,
  importId: string,
  by: Owner,
): Promise<Result<ReadyRows, Failure>> {
  const { deps, calls } = parts;
  const own = ownImport(parts, importId, by);
  const reading = own?.reading ?? null;
  const checked = own?.checked ?? null;
  if (!isBatch(own) || reading === null || checked === null) return GONE;
  const profile = deps.findInUse(own.profileId);
  if (!profile.ok) return profile;
  const asked = await askAgain(parts, importId, checked, profile.value, reading.sha256);
  if (!asked.ok) return asked;
  const frozen = await calls.ask('freeze', importId);
  if (!frozen.ok) return frozen;
  // Without a wait after it: what is frozen goes where the profile points now.
  const now = deps.findInUse(own.profileId);
  if (!now.ok) return now;
  const { profileId, flow, file } = own;
  const { sha256, headers } = reading;
  const undecided = undecidedOf(checked);
  const { rowsDigest, ready, totals } = frozen.value;
  const digest = checkDigest(now.value, flow, { rowsDigest, undecided });
  const limitsSnapshotId = checked.limits?.id ?? null;
  const about = { profileId, flow, file, sha256, headers, limitsSnapshotId, rowsDigest, digest };
  if (undecided !== null) return ok({ ...about, count: 0, totals: [], read: async () => [] });
  return ok({
    ...about,
    count: ready,
    totals,
    async read(from, count) {
      const rows = await calls.ask('readyRows', importId, from, count);
      if (!rows.ok) throw new Error(`The import is ${JSON.stringify(rows.error)}.`);
      return rows.value;
    },
  });
}
