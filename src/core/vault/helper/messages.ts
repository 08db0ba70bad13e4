import type { Outgoing } from '../../threads/messages.ts';

/** A process or a thread of its own: it alone waits for the keychain. See ADR 18. */
export type KeychainHelper = {
  readonly post: (call: Outgoing) => void;
  /** At once, whatever it waits for. Resolves when it has ended; a thread inside the keychain ends only with its call. */
  readonly end: () => Promise<void>;
};

export type HelperEvents = {
  readonly onAnswer: (answer: unknown) => void;
  readonly onEnd: () => void;
  /** It was asked to end while it waits for the keychain, and nothing can end it: a thread, left to itself. */
  readonly onAbandoned?: () => void;
};

/** Null: as many as may be are hanging already. */
export type StartHelper = (events: HelperEvents) => KeychainHelper | null;
