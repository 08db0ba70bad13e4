import { type CSSVariablesResolver, createTheme } from '@mantine/core';

import { DARK, LIGHT, type Token } from './tokens.ts';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Shade 7 reaches AA under white text in both schemes.
  primaryShade: { light: 7, dark: 7 },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '18px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  defaultRadius: '9px',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(LIGHT),
  dark: variablesOf(DARK),
});

function variablesOf(colours: Readonly<Record<Token, string>>): Record<string, string> {
  const own = Object.entries(colours).map(([token, value]) => [`--desk-${token}`, value] as const);
  return {
    ...Object.fromEntries(own),
    '--mantine-color-body': colours.background,
    '--mantine-color-text': colours.ink,
    '--mantine-color-dimmed': colours.muted,
    '--mantine-color-placeholder': colours.muted,
    '--mantine-color-error': colours.bad,
    '--mantine-color-disabled': colours.soft,
    '--mantine-color-disabled-color': colours.muted,
    '--mantine-color-disabled-border': colours.line,
    '--mantine-color-default': colours.panel,
    '--mantine-color-default-border': colours['control-line'],
    '--mantine-color-default-color': colours.ink,
    '--mantine-color-default-hover': colours.soft,
    '--mantine-color-indigo-filled': colours['accent-fill'],
    '--mantine-color-indigo-filled-hover': colours['accent-fill-hover'],
    '--mantine-primary-color-filled': colours['accent-fill'],
    '--mantine-primary-color-filled-hover': colours['accent-fill-hover'],
  };
}
