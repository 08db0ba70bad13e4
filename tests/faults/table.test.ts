import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { FAULTS } from '../provider/faults/catalogue.ts';
import { ANSWER_CELLS } from './rows/answers.ts';
import { CONNECTION_CELLS } from './rows/connections.ts';
import { ITEMS, JOINTS, ONLY_IN, READY_ROWS, ROWS } from './table.ts';

const OWN_COPY = path.join(import.meta.dirname, 'faultTable.md');
const READY_HEAD = '| fault of a ready connection | class |';
/** Where the design lies beside the repository; a clone alone does not have it. */
const DESIGN = path.join(import.meta.dirname, '../../../shared/design/issuing.md');

function linesOf(text: string, head = '| fault | class |'): readonly string[] {
  const lines = text.split('\n');
  const from = lines.indexOf(head);
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  return lines.slice(from, length === -1 ? undefined : from + length);
}

describe('the fault table', () => {
  test('is marked row by row as it is written', () => {
    const [, , ...rows] = linesOf(readFileSync(OWN_COPY, 'utf8'));
    expect(ROWS).toEqual(rows);
    const [, , ...ready] = linesOf(readFileSync(OWN_COPY, 'utf8'), READY_HEAD);
    expect(READY_ROWS).toEqual(ready);
  });

  test('is the design’s own', (context) => {
    context.skip(!existsSync(DESIGN), 'the design is not beside this clone');
    expect(linesOf(readFileSync(OWN_COPY, 'utf8'))).toEqual(linesOf(readFileSync(DESIGN, 'utf8')));
  });

  test('has no item without a name of its own, and no exception for an item it does not have', () => {
    const names = ITEMS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining([...ONLY_IN.keys()]));
  });

  test('has nothing beside its items but what joins or explains them', () => {
    expect(JOINTS).toEqual([
      'W1 cannot be written (_, _, _, _, _)',
      '_ · vault _, _, _, _ · _ · _, _, _ · _ · TLS _, _, _, _ (no bypass) · _ · _',
      '_ · _ · _ · _ · _ · _ · _, _ · _ or _ · _ · _ · _ (never followed) · _ · _ ("the provider says this order exists", linked) · _ ° · _',
      '2xx that is _, _, _, has _ or _, _ °, _ or has _ · _',
      '2xx whose echo differs (create: _, _, _, _; build: _, _, _), whose _, or whose _ °',
      '_',
      '_ _ _ _ _ _ _ _ °',
      '_ (status + path + value, e.g. "no requisites") °',
      '_ _ °',
      '2xx valid with _, _ or _ optional fields',
      '2xx valid with an unsafe URL (_, _, _; _)',
      '_',
      '_',
    ]);
  });
});

describe('cells', () => {
  const cells = [
    ...ANSWER_CELLS.flatMap(({ item, faults }) => faults.map((fault) => ({ item, fault }))),
    ...CONNECTION_CELLS,
  ];

  test('stand for items of the table', () => {
    const names = new Set(ITEMS.map(({ name }) => name));
    expect(cells.filter(({ item }) => !names.has(item))).toEqual([]);
  });

  test('use every fault of the sandbox that stands for an item', () => {
    const used = new Set(cells.map(({ fault }) => fault));
    const meant = FAULTS.filter(({ item }) => item !== null).map(({ name }) => name);
    expect(meant.filter((name) => !used.has(name))).toEqual([]);
  });
});
