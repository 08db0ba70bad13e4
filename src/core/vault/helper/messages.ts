import type { KeychainLibrary } from '#shared/domain/settings.ts';

/** What the desk asks its helper. `secret` is null except for `set`. */
export type Question = {
  readonly id: number;
  readonly library: KeychainLibrary;
  readonly call: 'get' | 'set' | 'delete';
  readonly account: string;
  readonly secret: string | null;
};

/** `words` are the library's: it tells faults apart by nothing else. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: string | null }
  | { readonly id: number; readonly ok: false; readonly words: string };

/** Instead of a question, to a helper that is a thread: it ends by itself. One that waits inside the keychain does not hear it. */
export const END_HELPER = 'end';

/** A process or a thread of its own: it alone waits for the keychain. See ADR 18. */
export type KeychainHelper = {
  readonly post: (question: Question) => void;
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
