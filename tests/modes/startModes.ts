import { type ModeCheck, startsAndIssues } from './mode.ts';

/** How the app starts and ends: its entry, errors, signals, the lock, its streams. */
export const startModes: readonly ModeCheck[] = [
  { mode: 'late-ready', expects: 'starts, issues, ends in order', run: startsAndIssues },
];
