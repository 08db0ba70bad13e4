import { type PastRequest, pastRequestSchema } from '#shared/domain/customer.ts';
import { mayExist } from '#shared/domain/orderUse.ts';
import { LONGEST_DUPLICATE_WINDOW_MIN, type Profile } from '#shared/domain/profile.ts';

import type { Cursor, TeamCalls } from './calls.ts';
import { deskNameOf } from './membership.ts';
import { type ShareCustomer, shownCustomer } from './sharedCustomer.ts';
import { teamMerchant } from './sharing.ts';

/** How long a request of another desk is remembered: the longest look back that a profile may ask of the form. */
const RECENT_MS = LONGEST_DUPLICATE_WINDOW_MIN * 60_000;
const MAX_FIRST = 500;
const MAX_CHANGED = 200;
const MAX_KEPT = 5000;

/** A request of another desk that changed in the last minutes, as its sharing lets this desk see it. */
export type RecentRow = {
  readonly desk: string;
  readonly intentId: string;
  readonly createdAt: string;
  readonly merchant: string;
  readonly orderId: string;
  /** Masked, where the desk shares so. */
  readonly customer: string | null;
  readonly cents: number | null;
  readonly currency: string | null;
  readonly outcome: string;
};

type Seen = {
  readonly desk_id: string;
  readonly login: string;
  readonly stream: number;
  readonly head_seq: number;
};
type Row = {
  readonly desk_id: string;
  readonly intent_id: string;
  readonly created_at: Date;
  readonly merchant: string;
  readonly order_id: string;
  readonly customer: string | null;
  readonly cents: number | null;
  readonly currency: string | null;
  readonly outcome: string;
};

/** Asks for what changed since it asked last; the first time, for the newest requests. */
export function createRecentReader() {
  let places: Map<string, { readonly stream: number; readonly seq: number }> | null = null;
  const cursor = (): Cursor =>
    [...(places ?? [])].map(([deskId, { stream, seq }]) => ({ deskId, stream, seq }));
  return {
    async read(
      calls: TeamCalls,
      desks: readonly Seen[],
      ownId: string,
    ): Promise<readonly RecentRow[]> {
      const names = new Map(desks.map(({ desk_id: id, login }) => [id, deskNameOf(login)]));
      const shown = (rows: readonly Row[]): readonly RecentRow[] =>
        rows
          .filter(({ desk_id: id }) => id !== ownId)
          .map((row) => recentRow(row, names.get(row.desk_id) ?? '?'));
      if (places === null) {
        const every = { desk: null, outcome: null, isSandbox: null, before: null };
        const first = await calls.page(every, MAX_FIRST);
        if (!first.ok) return [];
        places = new Map(
          desks.map(({ desk_id: id, stream, head_seq: seq }) => [id, { stream, seq }]),
        );
        return shown(first.value);
      }
      const changed = await calls.changes(cursor(), MAX_CHANGED);
      if (!changed.ok) return [];
      for (const { desk_id: id, stream, last_seq: seq } of changed.value) {
        places.set(id, { stream, seq });
      }
      return shown(changed.value);
    },
  };
}

function recentRow(row: Row, desk: string): RecentRow {
  return {
    desk,
    intentId: row.intent_id,
    createdAt: row.created_at.toISOString(),
    merchant: row.merchant,
    orderId: row.order_id,
    customer: row.customer,
    cents: row.cents,
    currency: row.currency,
    outcome: row.outcome,
  };
}

/** What the form compares with. In memory only: the team's log has the rest. */
export function createRecentRows(now: () => Date) {
  let rows: ReadonlyMap<string, RecentRow> = new Map();
  return {
    add(changed: readonly RecentRow[]): void {
      if (changed.length === 0) return;
      const since = new Date(now().getTime() - RECENT_MS).toISOString();
      const all = new Map([
        ...rows,
        ...changed.map((row) => [`${row.desk} ${row.intentId}`, row] as const),
      ]);
      const kept = [...all].filter(([, { createdAt }]) => createdAt >= since);
      rows = new Map(kept.slice(-MAX_KEPT));
    },
    /** Newest first, as the form compares them with what is typed. */
    of(profile: Profile, wanted: Wanted, share: ShareCustomer): readonly PastRequest[] {
      const merchant = teamMerchant(profile.mode, profile.merchant);
      const masked = 'customer' in wanted ? share(wanted.customer) : null;
      return [...rows.values()]
        .filter((row) => row.merchant === merchant && isWanted(row, wanted, masked))
        .toSorted((one, another) => another.createdAt.localeCompare(one.createdAt))
        .flatMap((row) => pastOf(row, 'customer' in wanted ? wanted.customer : null));
    },
    clear(): void {
      rows = new Map();
    },
  };
}

export type Wanted = { readonly orderId: string } | { readonly customer: string };

function isWanted(row: RecentRow, wanted: Wanted, masked: string | null): boolean {
  if ('orderId' in wanted) return row.orderId === wanted.orderId;
  if (row.customer === null) return false;
  return row.customer === wanted.customer || row.customer === masked;
}

/** Nothing for a row that says too little: the claim still keeps its order from being sent twice. */
function pastOf(row: RecentRow, asked: string | null): readonly PastRequest[] {
  const { desk, intentId, createdAt, orderId, cents, currency, outcome } = row;
  // Only rows of that customer are here: this desk knows who it is.
  const customer = asked ?? (row.customer === null ? null : shownCustomer(row.customer));
  const told = { desk, intentId, createdAt, orderId, customer, cents, currency, outcome };
  const read = pastRequestSchema.safeParse({
    ...told,
    mayExist: mayExist({ outcome }),
    flow: 'create',
    phone: null,
    paymentType: '',
  });
  return read.success ? [read.data] : [];
}
