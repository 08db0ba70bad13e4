import type { UzbekWords } from '../words.ts';
import type { settling as english } from '../en/settling.ts';

export const settling: UzbekWords<typeof english> = {};
