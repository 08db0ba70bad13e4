import type { RussianWords } from '../words.ts';
import type { exporting as english } from '../en/export.ts';

export const exporting: RussianWords<typeof english> = {};
