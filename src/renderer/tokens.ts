/**
 * The colours of the look, by meaning. `tokens.test.ts` holds their contrast: AA for text, 3:1 for lines that carry meaning.
 * Where the look's own table misses AA (accent on its tint, white on the dark accent, the amber line), the nearest shade that
 * reaches it stands here.
 */
export type Token =
  | 'background'
  | 'panel'
  | 'soft'
  | 'ink'
  | 'muted'
  | 'line'
  | 'control-line'
  | 'field-line'
  | 'accent'
  | 'accent-fill'
  | 'accent-fill-hover'
  | 'on-accent'
  | 'accent-tint'
  | 'good'
  | 'good-tint'
  | 'unknown'
  | 'unknown-tint'
  | 'unknown-line'
  | 'bad'
  | 'bad-tint'
  | 'live'
  | 'on-live';

export const LIGHT: Readonly<Record<Token, string>> = {
  background: '#f6f7f9',
  panel: '#ffffff',
  soft: '#f2f4f7',
  ink: '#171a21',
  muted: '#5f6a7e',
  line: '#e4e7ec',
  'control-line': '#d0d5dd',
  'field-line': '#7f899c',
  accent: '#3b5bdb',
  'accent-fill': '#4263eb',
  'accent-fill-hover': '#3b5bdb',
  'on-accent': '#ffffff',
  'accent-tint': '#edf2ff',
  good: '#0b7a4b',
  'good-tint': '#e6f6ee',
  unknown: '#8a4b00',
  'unknown-tint': '#fff4e0',
  'unknown-line': '#c77c12',
  bad: '#b42318',
  'bad-tint': '#fdecea',
  live: '#b42318',
  'on-live': '#ffffff',
};

export const DARK: Readonly<Record<Token, string>> = {
  background: '#101319',
  panel: '#171b23',
  soft: '#1e2430',
  ink: '#e8ebf1',
  muted: '#98a2b3',
  line: '#2a303c',
  'control-line': '#363d4b',
  'field-line': '#6f7a90',
  accent: '#91a7ff',
  'accent-fill': '#4263eb',
  'accent-fill-hover': '#3b5bdb',
  'on-accent': '#ffffff',
  'accent-tint': '#1e2847',
  good: '#5ad19a',
  'good-tint': '#12301f',
  unknown: '#ffc46b',
  'unknown-tint': '#33240a',
  'unknown-line': '#b87716',
  bad: '#ff8f84',
  'bad-tint': '#38150f',
  live: '#b42318',
  'on-live': '#ffffff',
};
