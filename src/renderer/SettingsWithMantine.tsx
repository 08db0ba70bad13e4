import './mantine.css';
import './theme.css';

import { MantineContext, MantineThemeProvider } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import { SettingsRoutes } from './features/desk/settings/SettingsRoutes.tsx';
import { theme } from './theme.ts';

const KIT: NonNullable<ComponentProps<typeof MantineContext>['value']> = {
  // Its styles go by the attribute that Themed sets; none of the components in use asks here.
  colorScheme: 'light',
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/** Set-up and provider format are the last screens that are drawn with Mantine: only they load it (ADR 0013). */
export function SettingsWithMantine(): ReactNode {
  return (
    <MantineContext value={KIT}>
      <MantineThemeProvider theme={theme}>
        <SettingsRoutes />
      </MantineThemeProvider>
    </MantineContext>
  );
}
