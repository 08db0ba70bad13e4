import { expect, test } from 'vitest';

import { EXPORT_FORMATS } from './logExport.ts';
import { savedType } from './savedFile.ts';

test.each(EXPORT_FORMATS)('a file of the desk can be saved: %s', (format) => {
  expect(savedType(`deposits_2026.11.01.${format}`)).toBeDefined();
});

test.each(['', 'csv', 'csv.exe', 'report.html', 'report.csv ', '.'])(
  'anything else cannot: %j',
  (name) => {
    expect(savedType(name)).toBeUndefined();
  },
);
