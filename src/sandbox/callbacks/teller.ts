import { type Merchant, type ProviderFormat, findMerchant } from '../format.ts';
import type { Ledger } from '../ledger.ts';
import type { LedgerEntry } from '../ledgerLine.ts';
import type { Ended, Message, QueuedCallback } from '../ledgerNote.ts';
import { type CallbackPlan, DEFAULT_PLAN, type Wording } from './plan.ts';
import type { CallbackQueue, Draft } from './queue.ts';

export type Speech = {
  readonly merchants: readonly Merchant[];
  readonly format: Pick<ProviderFormat, 'dialect' | 'voice'>;
};

/** One callback about this request, in the provider format's way unless it is said otherwise. */
export function worded({ merchants, format }: Speech, entry: LedgerEntry, said: Wording): Message {
  const secret = findMerchant(merchants, entry.merchant)?.secret ?? '';
  return format.voice.callback(entry, said, format.dialect, secret);
}

export function ownUrlOf({ fields }: LedgerEntry): string | null {
  const { callback_url: url } = fields;
  return typeof url === 'string' && url !== '' ? url : null;
}

export type TellerOptions = Speech & {
  readonly ledger: Pick<Ledger, 'find' | 'notes'>;
  readonly queue: Pick<CallbackQueue, 'add' | 'resume'>;
  readonly callbackPlan?: CallbackPlan;
};

/** Tells merchants by the plan, without being asked. */
export type Teller = {
  readonly plan: () => CallbackPlan;
  readonly setPlan: (plan: CallbackPlan) => void;
  /** Without waiting for it. */
  readonly tellEnd: (entry: LedgerEntry, ended: Ended) => void;
  /** What is told before the answer leaves, if anything is. Resolves when it was tried once. */
  readonly tellCreated: (entry: LedgerEntry) => Promise<void>;
  /** Goes on with what an earlier run had to tell. */
  readonly resume: () => void;
};

export function createTeller(options: TellerOptions): Teller {
  const { ledger, queue } = options;
  let plan = options.callbackPlan ?? DEFAULT_PLAN;

  /** No caller waits for a callback: one that cannot be sent is reported on the terminal. */
  async function tell(entry: LedgerEntry, of: QueuedCallback['of'], said: readonly Said[]) {
    const { times, retries_ms, delay_ms } = plan;
    try {
      const groups = said.map(({ state, cents }) => {
        const message = worded(options, entry, { ...plan, state, cents, changed: {} });
        const draft: Draft = { id: entry.id, of, url: ownUrlOf(entry), message, retries_ms };
        return Array.from({ length: times }, () => draft);
      });
      await queue.add(groups, of === 'created' ? 0 : delay_ms);
    } catch (error) {
      process.stderr.write(`Sandbox provider: no callback for ${entry.id}: ${String(error)}\n`);
    }
  }
  const tellEnd = (entry: LedgerEntry, ended: Ended): void =>
    void tell(entry, 'ended', saidOf(ended, plan));

  return {
    plan: () => plan,
    setPlan(next) {
      plan = next;
    },
    tellEnd,
    async tellCreated(entry) {
      const early = plan.before_answer;
      const cents = early === plan.states.paid ? entry.cents : null;
      if (early !== null) await tell(entry, 'created', [{ state: early, cents }]);
    },
    resume() {
      queue.resume(ledger.notes);
      for (const { entry, ended } of untold(ledger)) tellEnd(entry, ended);
    },
  };
}

type Said = { readonly state: string; readonly cents: number | null };

/** In the order in which it is told. Only a payment names an amount: of the others nothing was paid. */
function saidOf({ as, cents }: Ended, plan: CallbackPlan): readonly Said[] {
  const { states, processing, amount_delta_cents: delta } = plan;
  const amount = cents === null ? null : Math.max(0, cents + delta);
  const end: Said = { state: states[as], cents: amount };
  if (as !== 'paid' || processing === 'never') return [end];
  const between: Said = { state: states.processing, cents: null };
  return processing === 'before' ? [between, end] : [end, between];
}

/** A process killed between two lines has ended a page and sent no callback. */
function untold({ notes, find }: TellerOptions['ledger']) {
  const told = new Set(
    notes.flatMap((note) => (note.line === 'callback' && note.of === 'ended' ? [note.id] : [])),
  );
  return notes.flatMap((note) => {
    const entry = note.line === 'ended' && !told.has(note.id) ? find(note.id) : null;
    return entry === null || note.line !== 'ended' ? [] : [{ entry, ended: note }];
  });
}
