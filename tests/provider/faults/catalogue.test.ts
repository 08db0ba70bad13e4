import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FAULTS, catalogueTable } from './catalogue.ts';

/** issuing.md's fault table, as far as a provider or the network causes it. */
const ITEMS = [
  'DNS fails',
  'refused',
  'unreachable',
  'connect timeout',
  'proxy refuses',
  'TLS expired',
  'self-signed',
  'wrong host',
  'hanging (no bypass)',
  'reset while writing',
  'hard deadline',
  'empty reply',
  'not HTTP',
  'header overflow',
  'reset or short body',
  'body cut at EOF',
  '1xx then close',
  'any 3xx (never followed)',
  '408',
  '409',
  'any 5xx',
  'any status not listed here',
  'empty',
  'HTML',
  'bad JSON',
  'has duplicate keys',
  'integers beyond safe range',
  'an error object',
  'lacks a required field',
  'has wrong types',
  'over 1 MiB after decompression',
  'merchant',
  'external_id / order_id',
  'amount_currency',
  'kind',
  'whose id already belongs to another request',
  'whose state is not an accepted one',
  'returned amount_cents differs from the sent cents',
  '400',
  '401',
  '403',
  '404',
  '405',
  '413',
  '415',
  '422',
  'a definite refusal taught to the provider format',
  '425',
  '429',
  'extra',
  'null',
  'missing',
  'not https',
  'credentials',
  'not a URL',
  'http only for the exact origin of a sandbox-mode profile',
];

describe('the catalogue', () => {
  it('has a name for every item of the fault table, and no item besides', () => {
    const items = new Set(FAULTS.flatMap(({ item }) => (item === null ? [] : [item])));
    expect([...items].toSorted()).toEqual(ITEMS.toSorted());
  });

  it('has every name once', () => {
    const names = FAULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is in the README as it is here', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('| fault | what a client meets'));
    expect(table.slice(0, table.indexOf('\n\n'))).toBe(catalogueTable());
  });
});
