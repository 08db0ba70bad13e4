import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo } from 'react';

import type { Settings } from '#shared/domain/settings.ts';

import { theme } from './theme.ts';

type Scheme = Settings['theme'];
type Kit = NonNullable<ComponentProps<typeof MantineContext>['value']>;

type ThemedProps = {
  readonly scheme: Scheme;
  readonly styleNonce: string;
  readonly children: ReactNode;
};

/**
 * The kit's own provider would compute variables that never change (they are in theme.css), write them into the page when it is
 * drawn already, which is then styled once more, and look for a colour scheme where none is kept.
 */
export function Themed({ scheme, styleNonce, children }: ThemedProps): ReactNode {
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  const colorScheme = scheme === 'system' ? system : scheme;
  const kit = useMemo(() => kitOf(colorScheme, styleNonce), [colorScheme, styleNonce]);
  useLayoutEffect(() => mark(colorScheme), [colorScheme]);
  return (
    <MantineContext value={kit}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

/** Before anything is drawn: nothing has to be styled twice. */
export function showScheme(scheme: Scheme): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  mark(scheme === 'system' ? (isDark ? 'dark' : 'light') : scheme);
  document.documentElement.dataset['respectReducedMotion'] = 'true';
}

/** What the kit's styles and ours go by. */
function mark(colorScheme: 'light' | 'dark'): void {
  document.documentElement.dataset['mantineColorScheme'] = colorScheme;
}

function kitOf(colorScheme: 'light' | 'dark', styleNonce: string): Kit {
  return {
    colorScheme,
    // It is chosen in Settings, and kept by the desk.
    setColorScheme: () => undefined,
    clearColorScheme: () => undefined,
    getRootElement: () => document.documentElement,
    getStyleNonce: () => styleNonce,
    classNamesPrefix: 'mantine',
    cssVariablesSelector: ':root',
    withStaticClasses: true,
  };
}
