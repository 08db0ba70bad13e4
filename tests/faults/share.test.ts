import { describe, expect, test } from 'vitest';

import { FLOWS } from '../../src/shared/domain/deposit.ts';
import { BROKEN_FOR_BOTH_FLOWS, HOST_NAMES, oneHost } from './share.ts';
import { ITEMS } from './table.ts';

const namesOf = (isOwn: (name: string) => boolean): readonly string[] =>
  ITEMS.map(({ name }) => name).filter(isOwn);
const hostsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => FLOWS.flatMap((flow) => oneHost(name, flow))));

describe('the half of the fault table that runs once', () => {
  test('has one host for each item in each flow', () => {
    for (const { name } of ITEMS) {
      for (const flow of FLOWS) expect(oneHost(name, flow)).toHaveLength(1);
    }
  });

  test('has one host for both flows where one desk is broken for both', () => {
    for (const name of BROKEN_FOR_BOTH_FLOWS) {
      expect(namesOf((own) => own === name)).toEqual([name]);
      expect(hostsOf([name]).size).toBe(1);
    }
  });

  test('lets every other item meet both hosts, one in each flow', () => {
    const others = namesOf((name) => !BROKEN_FOR_BOTH_FLOWS.has(name));
    for (const name of [...others, 'nothing wrong']) expect(hostsOf([name]).size).toBe(2);
  });

  test.each([
    ['disk', /^(?:disk full|busy|read-only|I\/O error|corrupt log|W[23] cannot be written)$/u],
    ['interrupted', /^(?:crash after W[12]|machine slept|locked|denied|absent|hanging vault)$/u],
  ])('lets both hosts meet the %s track', (_track, isOwn) => {
    const names = namesOf((name) => isOwn.test(name));
    expect(names).toHaveLength(7);
    expect(hostsOf(names).size).toBe(HOST_NAMES.length);
  });
});
