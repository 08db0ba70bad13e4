import type { ModeCheck } from './mode.ts';

/** What an installed app is made of: its archive, native parts, algorithms. */
export const packedModes: readonly ModeCheck[] = [];
