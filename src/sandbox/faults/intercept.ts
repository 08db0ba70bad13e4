import type { ServerResponse } from 'node:http';

import { type DepositDesk, createDeposit, recordOf } from '../deposits.ts';
import type { Body, Flow } from '../fields.ts';
import type { Refusal } from '../refusal.ts';
import type { TrueAnswer } from './changeRecord.ts';
import type { Connections } from './connections.ts';
import { perform } from './perform.ts';
import type { SetFault, SetFaults } from './setFaults.ts';

export type FaultDesk = { readonly faults: SetFaults; readonly connections: Connections };

export type Intercepted = {
  readonly desk: DepositDesk;
  readonly connections: Connections;
  readonly flow: Flow;
  readonly body: Body;
  /** What is wrong with who asks; null: the request is signed. */
  readonly senderFault: Refusal | null;
  readonly orderId: string;
  readonly url: string;
  readonly outgoing: ServerResponse;
};

/** Creates first where the fault says so, then misbehaves. null: the socket was answered, or left unanswered. */
export async function meetFault(
  met: Intercepted,
  { fault, creates }: SetFault,
): Promise<Response | Refusal | null> {
  const { desk, connections, flow, body, senderFault, orderId, url, outgoing } = met;
  let truth: TrueAnswer | null = null;
  if (creates) {
    if (senderFault !== null) return senderFault;
    const deposited = await createDeposit(desk, flow, body);
    // A fault spoils an answer; it does not let through what the provider would have refused. A repeated order is another
    // matter: set for always, the fault happens again, and the ledger keeps its one entry.
    const entry = deposited.ok ? deposited.entry : deposited.existing;
    if (entry === null) return deposited.ok ? null : deposited.refusal;
    truth = {
      flow,
      record: { ...recordOf(desk, entry) },
      otherId: (ofOrderId) =>
        desk.ledger
          .entries()
          .findLast(
            (other) =>
              other.id !== entry.id &&
              other.merchant.toLowerCase() === entry.merchant.toLowerCase() &&
              (ofOrderId === null || other.order_id === ofOrderId),
          )?.id ?? null,
    };
  }
  const { format } = desk;
  return perform({ act: fault.act, truth, format, url, orderId, outgoing, connections });
}
