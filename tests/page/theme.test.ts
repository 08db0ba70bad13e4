import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
  type ConvertCSSVariablesInput,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { expect, test } from 'vitest';

import { cssVariables, theme } from '../../src/renderer/theme.ts';

type Variables = Readonly<Record<string, string>>;
type Parts = Readonly<Record<keyof ConvertCSSVariablesInput, Variables>>;

/** What differs from the kit's own: those are in a file of the kit. */
function variables(): Parts {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [kit, own, ours]: readonly [Parts, Parts, Parts] = [
    defaultCssVariablesResolver(DEFAULT_THEME),
    defaultCssVariablesResolver(merged),
    cssVariables(merged),
  ];
  const changed = (part: keyof ConvertCSSVariablesInput): Variables => {
    const all = { ...own[part], ...ours[part] };
    return Object.fromEntries(Object.entries(all).filter(([name, to]) => kit[part][name] !== to));
  };
  return { variables: changed('variables'), light: changed('light'), dark: changed('dark') };
}

function ruleOf(selector: string, set: Variables): string {
  const lines = Object.entries(set).map(
    ([name, value]) => `  ${name}: ${value.replaceAll('"', "'")};\n`,
  );
  return `${selector} {\n${lines.join('')}}\n`;
}

test('theme.css says of every variable what the theme and the colours say', () => {
  const { variables: shared, light, dark } = variables();
  const file = readFileSync(path.join(import.meta.dirname, '../../src/renderer/theme.css'), 'utf8');
  const rules = [
    ruleOf(':root', shared),
    ruleOf(":root[data-mantine-color-scheme='dark']", dark),
    ruleOf(":root[data-mantine-color-scheme='light']", light),
  ];
  // Where this fails: what is expected here is what belongs into the file.
  expect(file.replace(/^\/\*.*?\*\/\n/su, '')).toBe(rules.join('\n'));
});
