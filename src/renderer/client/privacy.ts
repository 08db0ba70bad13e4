import { useDesk } from './deskContext.ts';

const HIDDEN = '•••';

/** Privacy mode: what stands in place of an amount, a requisite, a customer. Copying is not affected by it. */
export function usePrivacy(): {
  readonly on: boolean;
  /** The text, or dots of a length that says nothing about it. */
  readonly hide: (text: string) => string;
} {
  const on = useDesk().settings.privacy;
  return { on, hide: (text) => (on && text !== '' ? HIDDEN : text) };
}
