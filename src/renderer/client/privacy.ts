import { useDesk } from './deskContext.ts';

const HIDDEN = '•••';

/** Of a length that says nothing about the text. The same function every time: rows that did not change are not drawn anew. */
const hidden = (text: string): string => (text === '' ? '' : HIDDEN);
const shown = (text: string): string => text;

/** Privacy mode: what stands in place of an amount, a requisite, a customer. Copying is not affected by it. */
export function usePrivacy(): {
  readonly on: boolean;
  /** The text, or dots in its place. */
  readonly hide: (text: string) => string;
} {
  const on = useDesk().settings.privacy;
  return { on, hide: on ? hidden : shown };
}
