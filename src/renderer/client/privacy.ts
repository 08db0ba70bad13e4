import { useDesk } from './deskContext.ts';

const HIDDEN = '•••';

/** Of a length that says nothing about the text. The same functions every time: rows that did not change are not drawn anew. */
const hidden = (text: string): string => (text === '' ? '' : HIDDEN);
const shown = (text: string): string => text;

export type Privacy = {
  readonly on: boolean;
  /** The text, or dots in its place. */
  readonly hide: (text: string) => string;
};

const ON: Privacy = { on: true, hide: hidden };
const OFF: Privacy = { on: false, hide: shown };

/** Privacy mode: what stands in place of an amount, a requisite, a customer. Copying is not affected by it. */
export function usePrivacy(): Privacy {
  return useDesk().settings.privacy ? ON : OFF;
}
