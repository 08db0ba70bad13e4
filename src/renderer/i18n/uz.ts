import type { en } from './en.ts';
import type { UzbekWords } from './words.ts';

/** Not translated yet: what is missing here is said in English (`loadWords.ts`). */
export const uz: Partial<UzbekWords<typeof en>> = {};
