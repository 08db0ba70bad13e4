import type { RussianWords } from '../words.ts';
import type { settling as english } from '../en/settling.ts';

export const settling: RussianWords<typeof english> = {};
