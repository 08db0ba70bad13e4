import type { Proven } from './proof.ts';

/**
 * The host sends something every 10 s over the stream. As long as it does, the process that has proven itself still has its
 * connection, and so the port.
 */
const HEARD_MS = 15_000;
/** Without a stream that lives, a proof is good for what is sent right after it. */
const PROVEN_MS = 3000;

const NEVER = Number.NEGATIVE_INFINITY;

/** Whether the process at the port is the desk that opened this tab. Until that is known, neither bearer nor input is sent. */
export type Trust = {
  /** Resolves where the bearer may be sent; asks for a proof first where it has to be. Rejects where it may not. */
  readonly ensure: () => Promise<void>;
  /** Asks in any case. */
  readonly prove: () => Promise<Proven>;
  /** Something came over the stream. It counts once the process at the port has proven itself while the stream was open. */
  readonly heard: () => void;
  /** The stream ended, a call failed, the page was asleep: the process at the port has to prove itself again. */
  readonly doubt: () => void;
};

export type TrustOptions = {
  readonly askForProof: () => Promise<Proven>;
  readonly onStranger: () => void;
  readonly nowMs: () => number;
  /** The session was given just now, by the process that served the page. */
  readonly isFresh: boolean;
};

export function createTrust({ askForProof, onStranger, nowMs, isFresh }: TrustOptions): Trust {
  let provenAtMs = isFresh ? nowMs() : NEVER;
  let heardAtMs = NEVER;
  /** What was proven before the latest doubt says nothing about who is there after it. */
  let doubts = 0;
  let streamProvenAfter = -1;
  let asking: Promise<Proven> | null = null;

  const ask = async (): Promise<Proven> => {
    const doubtsBefore = doubts;
    const proven = await askForProof();
    if (doubts !== doubtsBefore) return await prove();
    if (proven === 'proven') provenAtMs = nowMs();
    if (proven === 'stranger') onStranger();
    return proven;
  };
  /** However many wait, one proof serves them all. */
  const prove = (): Promise<Proven> => {
    if (asking !== null) return asking;
    const answer = ask().finally(() => {
      if (asking === answer) asking = null;
    });
    asking = answer;
    return answer;
  };
  const confirmStream = async (): Promise<void> => {
    const doubtsBefore = doubts;
    if ((await prove()) !== 'proven' || doubts !== doubtsBefore) return;
    streamProvenAfter = doubts;
    heardAtMs = nowMs();
  };
  // By the wall clock, which goes on while the machine sleeps. One that was put back proves nothing.
  const isWithin = (sinceMs: number, limitMs: number): boolean => {
    const agoMs = nowMs() - sinceMs;
    return agoMs >= 0 && agoMs < limitMs;
  };
  return {
    prove,
    async ensure() {
      if (isWithin(heardAtMs, HEARD_MS) || isWithin(provenAtMs, PROVEN_MS)) return;
      const proven = await prove();
      if (proven !== 'proven') throw new Error(`The desk did not prove itself: ${proven}`);
    },
    heard() {
      if (streamProvenAfter === doubts) heardAtMs = nowMs();
      else void confirmStream();
    },
    doubt() {
      doubts += 1;
      asking = null;
      provenAtMs = NEVER;
      heardAtMs = NEVER;
    },
  };
}
