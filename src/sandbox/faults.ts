import type { ServerResponse } from 'node:http';

import { type DepositDesk, createDeposit } from './deposits.ts';
import type { Body, Flow } from './fields.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import type { Refusal } from './refusal.ts';

/** A request that meets a fault, and what the ledger has of it by then. */
export type Faulted = {
  readonly desk: DepositDesk;
  readonly flow: Flow;
  readonly orderId: string;
  readonly url: string;
  readonly outgoing: ServerResponse;
  /** Null: nothing was created. */
  readonly entry: LedgerEntry | null;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
};

export type OrderFault = {
  /** Whether the ledger gets an entry before anything goes wrong. */
  readonly creates: boolean;
  /** Null: the socket was answered, or left unanswered. */
  readonly answer: (met: Faulted) => Promise<Response | Refusal | null>;
};

/** Which requests the provider fails: `scenarios.ts` inside the desk, the catalogue of tests/provider in tests. */
export type Faults = {
  /** The fault that this POST meets. It counts as met. */
  readonly take: (orderId: string, flow: Flow) => OrderFault | null;
  /** Whether the rest of a request is left unread. Null: no fault that is set does that. */
  readonly stopsReading?: (flow: Flow) => ((orderId: string) => boolean) | null;
};

type Asked = Omit<Faulted, 'entry'> & {
  readonly body: Body;
  /** What is wrong with who asks; null: the request is signed. */
  readonly senderFault: Refusal | null;
};

/** Creates first where the fault says so, then misbehaves. */
export async function meetFault(
  { body, senderFault, ...met }: Asked,
  fault: OrderFault,
): Promise<Response | Refusal | null> {
  if (!fault.creates) return fault.answer({ ...met, entry: null });
  if (senderFault !== null) return senderFault;
  const deposited = await createDeposit(met.desk, met.flow, body);
  // A fault spoils an answer; it does not let through what the provider would have refused. A repeated order is another
  // matter: set for always, the fault happens again, and the ledger keeps its one entry.
  const entry = deposited.ok ? deposited.entry : deposited.existing;
  if (entry === null) return deposited.ok ? null : deposited.refusal;
  return fault.answer({ ...met, entry });
}
