import type { ModeCheck } from './mode.ts';

/** What surrounds the window: compositor, languages, folders, proxies, idleness. */
export const desktopModes: readonly ModeCheck[] = [];
