import { expect, it } from 'vitest';

import { lostCalls, schemaNames } from '../../scripts/build/schemaNames.ts';

it('a call that the bundler would take for a schema being made, and leave out, is found by its name', () => {
  const names = ['text', 'amountSchema'];
  const code = `
    const text = [];
    text.push('a line');
    if (isOpen) await text?.show(1).now();
    isOpen && text('again');
    amountSchema.parse(given);
    const used = text.join('');
    log(text.length);
    other.text('a property is another thing');
  `;
  expect(lostCalls(code, names)).toEqual([
    "text.push('a line')",
    'text?.show(1).now()',
    "text('again')",
    'amountSchema.parse(given)',
  ]);
});

it('names are those of schemas: by their ending, or because zod makes them', () => {
  const names = schemaNames();
  expect(names).toContain('minorUnitsSchema');
  expect(names).toContain('sentText');
  expect(names).not.toContain('decimalMarkOf');
  expect(new Set(names).size).toBe(names.length);
});
