import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';

import type { Settings } from '#shared/domain/settings.ts';

type Scheme = Settings['theme'];

type ThemedProps = { readonly scheme: Scheme; readonly children: ReactNode };

/** Keeps the page in the theme that was chosen, or in the system's while that is what was chosen. */
export function Themed({ scheme, children }: ThemedProps): ReactNode {
  const isDark = useSyncExternalStore(onSystemChange, isSystemDark);
  useLayoutEffect(() => mark(scheme, isDark), [scheme, isDark]);
  return children;
}

/** Before anything is drawn: nothing has to be styled twice. */
export function showScheme(scheme: Scheme): void {
  mark(scheme, isSystemDark());
}

/** What the stylesheets go by. */
function mark(scheme: Scheme, isDark: boolean): void {
  const colorScheme = scheme === 'system' ? (isDark ? 'dark' : 'light') : scheme;
  document.documentElement.dataset['colorScheme'] = colorScheme;
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function isSystemDark(): boolean {
  return systemDark().matches;
}

function onSystemChange(listener: () => void): () => void {
  const query = systemDark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
