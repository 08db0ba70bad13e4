import type { EventOf } from '../log/store/events.ts';

type SignOutReason = EventOf<'signed_out'>['body']['because'];

/** More pages than a desk has; past it the one that was signed in at longest ago is forgotten. */
const MAX_PAGES = 256;

export type SessionsDeps = {
  /** Never goes back, whatever is done to the system's clock. */
  readonly monotonicMs: () => number;
  readonly idleMinutes: () => number | null;
  readonly onEnded: (personId: string, because: SignOutReason) => void;
};

export type Sessions = {
  /** Who is signed in at the page; null: no person. */
  readonly at: (pageId: string) => string | null;
  /** Who was signed in there last. */
  readonly last: (pageId: string) => string | null;
  /** Whether some page has this person, and is not locked. */
  readonly isHere: (personId: string) => boolean;
  readonly begin: (pageId: string, personId: string) => void;
  readonly end: (pageId: string, because: SignOutReason) => void;
  /** At every page where `isMeant` says so. */
  readonly endAll: (
    because: SignOutReason,
    isMeant?: (personId: string, pageId: string) => boolean,
  ) => void;
  readonly stillHere: (pageId: string) => void;
  /** The idle time was changed. */
  readonly watch: () => void;
  readonly close: () => void;
};

type Seat = { readonly personId: string; isIn: boolean; usedAtMs: number };

/** Sign-in is per page, and in memory only: after a restart every page signs in again. */
export function createSessions({ monotonicMs, idleMinutes, onEnded }: SessionsDeps): Sessions {
  const seats = new Map<string, Seat>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function leave(seat: Seat, because: SignOutReason): void {
    if (!seat.isIn) return;
    seat.isIn = false;
    onEnded(seat.personId, because);
  }
  function leftMs(seat: Seat): number {
    const minutes = idleMinutes();
    return minutes === null ? Infinity : seat.usedAtMs + minutes * 60_000 - monotonicMs();
  }
  const seatedAt = (pageId: string): Seat | null => {
    const seat = seats.get(pageId);
    if (seat === undefined) return null;
    if (leftMs(seat) <= 0) leave(seat, 'idle');
    return seat.isIn ? seat : null;
  };
  /** The page must cover itself also while it asks for nothing. */
  function watch(): void {
    clearTimeout(timer);
    for (const pageId of seats.keys()) seatedAt(pageId);
    const left = [...seats.values()].filter(({ isIn }) => isIn).map(leftMs);
    const soonest = Math.min(...left);
    if (isClosed || !Number.isFinite(soonest)) return;
    timer = setTimeout(watch, soonest + 1).unref();
  }

  return {
    at: (pageId) => seatedAt(pageId)?.personId ?? null,
    last: (pageId) => seats.get(pageId)?.personId ?? null,
    isHere: (personId) =>
      [...seats.keys()].some((pageId) => seatedAt(pageId)?.personId === personId),
    begin(pageId, personId) {
      seats.delete(pageId);
      seats.set(pageId, { personId, isIn: true, usedAtMs: monotonicMs() });
      const [oldest] = seats.keys();
      if (seats.size > MAX_PAGES && oldest !== undefined) seats.delete(oldest);
      watch();
    },
    end(pageId, because) {
      const seat = seats.get(pageId);
      if (seat !== undefined) leave(seat, because);
    },
    endAll(because, isMeant = () => true) {
      for (const [pageId, seat] of seats) if (isMeant(seat.personId, pageId)) leave(seat, because);
    },
    stillHere(pageId) {
      const seat = seatedAt(pageId);
      if (seat !== null) seat.usedAtMs = monotonicMs();
    },
    watch,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
