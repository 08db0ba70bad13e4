import type { Found, Line, Outcome, Row } from './lines.ts';
import type { Ledger } from './ledger.ts';

/** `lost`: recorded or created, and the desk no longer tells the truth about it. `doubled`: sent twice. */
export type Problem = { readonly kind: 'lost' | 'doubled'; readonly text: string };

type Asked = { readonly orderId: string; told: Outcome | null };

/** What one data directory has been asked to issue, what its screens were told, and what restarts found of it. */
export type Account = {
  readonly hear: (line: Line) => void;
  /** After a restart: the requests that have come to the log since the last look. */
  readonly check: (found: Found, ledger: Ledger) => readonly Problem[];
  /** At the end: every request of the log, against everything in the ledger that begins with `prefix`. */
  readonly checkAll: (found: Found, ledger: Ledger, prefix: string) => readonly Problem[];
  /** How many requests have been looked at. */
  readonly known: () => number;
};

const IN_FLIGHT: ReadonlySet<Outcome> = new Set(['prepared', 'sending']);

export function createAccount(): Account {
  const asked = new Map<string, Asked>();
  const seen = new Map<string, Row>();

  function checkRow(row: Row): readonly string[] {
    const own = asked.get(row.intentId);
    if (own === undefined) return [`${row.orderId} is in the log and was never asked for`];
    return [...agreesWithTold(row, own.told), ...agreesWithBefore(row, seen.get(row.intentId))];
  }

  function checkFound(found: Found, ledger: Ledger): readonly Problem[] {
    const texts = [
      ...(found.verdict === 'holds' ? [] : [`the chain: ${found.verdict}, ${found.detail ?? ''}`]),
      ...(found.key === 'present' ? [] : [`the key is ${found.key}`]),
      ...found.rows.flatMap(checkRow),
      ...found.rows.flatMap((row) => agreesWithLedger(row, ledger)),
    ];
    for (const row of found.rows) seen.set(row.intentId, row);
    return [
      ...texts.map((text) => ({ kind: 'lost' as const, text })),
      ...found.rows.flatMap((row) => doubled(row.orderId, ledger)),
    ];
  }

  /** What the screen was told is in the log, and so is everything that the provider has. */
  function missing(ledger: Ledger): readonly Problem[] {
    return [...asked].flatMap(([intentId, { orderId, told }]) => {
      const isThere = seen.has(intentId);
      const hasEntry = ledger.idsOf(orderId).length > 0 || ledger.arrivalsOf(orderId) > 0;
      if (isThere || (told === null && !hasEntry)) return [];
      const text = `${orderId} is not in the log: told ${told ?? 'nothing'}, ${hasEntry ? 'arrived' : 'did not arrive'}`;
      return [{ kind: 'lost' as const, text }];
    });
  }

  return {
    hear(line) {
      if (line.say === 'asked') asked.set(line.intentId, { orderId: line.orderId, told: null });
      const own = line.say === 'told' ? asked.get(line.intentId) : undefined;
      if (own !== undefined && line.say === 'told') own.told = line.outcome;
    },
    check(found, ledger) {
      const news = found.rows.filter(({ intentId }) => !seen.has(intentId));
      const problems = [...checkFound(found, ledger), ...missing(ledger)];
      return [...problems, ...news.flatMap((row) => isReported(row, found.interrupted))];
    },
    checkAll(found, ledger, prefix) {
      const gone = [...seen.values()].filter(
        ({ intentId }) => !found.rows.some((row) => row.intentId === intentId),
      );
      const orders = new Set(found.rows.map(({ orderId }) => orderId));
      const strangers = ledger
        .orders()
        .filter((orderId) => orderId.startsWith(prefix) && !orders.has(orderId));
      return [
        ...checkFound(found, ledger),
        ...missing(ledger),
        ...gone.map(({ orderId }) => ({ kind: 'lost' as const, text: `${orderId} has gone` })),
        ...strangers.map((orderId) => ({
          kind: 'lost' as const,
          text: `${orderId} is in the ledger and not in the log`,
        })),
      ];
    },
    known: () => seen.size,
  };
}

/** A later stage than the one told is right: the kill came between the record and the screen. An earlier one is a lie. */
function agreesWithTold(
  { orderId, outcome, reason }: Row,
  told: Outcome | null,
): readonly string[] {
  if (IN_FLIGHT.has(outcome)) return [`${orderId} is still ${outcome} after a restart`];
  if (told === null || told === 'prepared') return [];
  if (told === 'sending') {
    return outcome === 'not_sent' ? [`${orderId} was being sent and is now not_sent`] : [];
  }
  return outcome === told ? [] : [`${orderId} was told ${told} and is now ${outcome} ${reason}`];
}

function agreesWithBefore({ orderId, outcome }: Row, before: Row | undefined): readonly string[] {
  if (before === undefined || before.outcome === outcome) return [];
  return [`${orderId} was ${before.outcome} and is now ${outcome}`];
}

/** issuing.md: an entry is `accepted` or `unknown` here, `not_sent` and `rejected` have none. */
function agreesWithLedger(row: Row, ledger: Ledger): readonly string[] {
  const { orderId, outcome, remoteId } = row;
  const ids = ledger.idsOf(orderId);
  if (outcome === 'accepted' && (ids.length === 0 || ids[0] !== remoteId)) {
    return [`${orderId} is accepted as ${remoteId ?? ''}; the ledger has [${ids.join()}]`];
  }
  if (outcome === 'rejected' && ids.length > 0) return [`${orderId} is rejected and exists`];
  if (outcome === 'not_sent' && (ids.length > 0 || ledger.arrivalsOf(orderId) > 0)) {
    return [`${orderId} is not_sent and arrived`];
  }
  return [];
}

function doubled(orderId: string, ledger: Ledger): readonly Problem[] {
  const [entries, arrivals] = [ledger.idsOf(orderId).length, ledger.arrivalsOf(orderId)];
  if (entries <= 1 && arrivals <= 1) return [];
  return [{ kind: 'doubled', text: `${orderId}: ${entries} entries, ${arrivals} arrivals` }];
}

/** The operator is told, with a list. */
function isReported(row: Row, interrupted: readonly string[]): readonly Problem[] {
  const isInterrupted = row.reason?.startsWith('interrupted_') ?? false;
  if (isInterrupted === interrupted.includes(row.intentId)) return [];
  const text = `${row.orderId} is ${row.outcome} ${row.reason ?? ''}, reported: ${String(!isInterrupted)}`;
  return [{ kind: 'lost', text }];
}
