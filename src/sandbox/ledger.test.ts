import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openLedger } from './ledger.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import type { LedgerNote } from './ledgerNote.ts';
import { MERCHANT, type Place, makePlace } from './testing/support.ts';

let place: Place;
let file: string;

beforeEach(async () => {
  place = await makePlace();
  file = join(place.folder, 'not', 'yet', 'there', 'ledger.jsonl');
});
afterEach(() => place.remove());

function entry(order_id: string, overrides: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: `id of ${order_id}`,
    merchant: MERCHANT,
    order_id,
    flow: 'create',
    cents: 150_000,
    currency: 'RUB',
    payment_type: 'any_bank',
    fields: { order_id, cents: 150_000 },
    payment_data: { number: '9999000000000000', name: 'TEST IVAN P.' },
    expires_at: '2026-11-15T01:50:00.000Z',
    at: '2026-11-15T01:20:00.000Z',
    ...overrides,
  };
}

describe('the ledger', () => {
  it('has its entries on disk when it says so, and after reopening', async () => {
    const ledger = await openLedger(file);
    const names = Array.from({ length: 40 }, (_, index) => `order ${index} «№»`);
    const recorded = await Promise.all(names.map((name) => ledger.record(entry(name))));
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(40);
    await ledger.close();

    const again = await openLedger(file);
    expect(again.entries()).toEqual(recorded);
    expect(again.find('id of order 7 «№»')?.order_id).toBe('order 7 «№»');
    expect(await again.record(entry('order 7 «№»', { id: 'other' }))).toBeNull();
    expect(again.complaint).toBeNull();
    await again.close();
  });

  it('takes one order once per merchant, however the merchant is spelt', async () => {
    const ledger = await openLedger(file);
    const merchant = 'AAAAAAAA-2222-4333-8444-555555555555';
    expect(await ledger.record(entry('A', { merchant }))).not.toBeNull();
    expect(await ledger.record(entry('A', { merchant: merchant.toLowerCase() }))).toBeNull();
    expect(await ledger.record(entry('A', { id: 'another merchant’s' }))).not.toBeNull();
    await ledger.close();
  });

  it('counts arrivals across restarts', async () => {
    const arrival = {
      flow: 'build',
      merchant: null,
      order_id: 'A',
      at: '2026-11-15T01:20:00.000Z',
    } as const;
    const ledger = await openLedger(file);
    await ledger.recordArrival(arrival);
    await ledger.recordArrival({ ...arrival, order_id: null });
    await ledger.close();
    const again = await openLedger(file);
    await again.recordArrival(arrival);
    expect(again.arrivalsOf('A')).toBe(2);
    expect(again.arrivalsOf('B')).toBe(0);
    expect(again.arrivals()).toBe(3);
    await again.close();
  });

  it('keeps a torn last line aside and goes on after the last whole one', async () => {
    const ledger = await openLedger(file);
    await ledger.record(entry('A'));
    await ledger.close();
    const torn = '{"line":"deposit","id":"half«';
    await appendFile(file, torn);

    const again = await openLedger(file);
    expect(again.complaint).toContain('.torn');
    expect(await readFile(`${file}.torn`, 'utf8')).toBe(`${torn}\n`);
    expect(again.entries().map((one) => one.order_id)).toEqual(['A']);
    await again.record(entry('B'));
    await again.close();

    const third = await openLedger(file);
    expect(third.entries().map((one) => one.order_id)).toEqual(['A', 'B']);
    expect(third.complaint).toBeNull();
    await third.close();
  });

  it('keeps what became of a deposit; half a line of it never happened', async () => {
    const at = '2026-11-15T01:20:00.000Z';
    const message = { method: 'POST', query: '', headers: { a: 'b' }, body: '{}' } as const;
    const queued = { key: 'k', id: 'id of A', of: 'ended', url: null, message } as const;
    const notes: readonly LedgerNote[] = [
      { line: 'chosen', id: 'id of A', method: 'sbp', at },
      { line: 'ended', id: 'id of A', as: 'paid', cents: 1, at },
      { line: 'callback', ...queued, due: at, retries_ms: [1, 2], at },
      { line: 'called', key: 'k', status: null, text: 'refused', at },
    ];
    const ledger = await openLedger(file);
    await ledger.record(entry('A'));
    await Promise.all(notes.map((note) => ledger.note(note)));
    await ledger.close();
    await appendFile(file, '{"line":"ended","id":"id of B","as":"paid"');
    const again = await openLedger(file);
    expect(again.notes).toEqual(notes);
    expect(again.entries()).toEqual([entry('A')]);
    expect(again.complaint).toContain('.torn');
    await again.close();
  });

  it('leaves unreadable lines where they are, and says how many', async () => {
    const ledger = await openLedger(file);
    await ledger.record(entry('A'));
    await ledger.close();
    const strange = [
      '',
      '[]',
      'null',
      '{"line":"deposit"}',
      '{"line":"arrival","flow":"pay","at":""}',
      '{"line":"ended","id":"A","as":"lost","cents":1,"at":""}',
      '{"line":"chosen","id":"A","method":"cash","at":""}',
      '{"line":"called","key":"A","status":"200","text":"","at":""}',
      '{"line":"callback","key":"A","id":"A","of":"ended","url":null,"message":{},"due":"","at":""}',
    ];
    const whole = (await readFile(file, 'utf8')) + strange.map((line) => `${line}\n`).join('');
    await writeFile(file, whole);
    const again = await openLedger(file);
    expect(again.entries()).toHaveLength(1);
    expect(again.complaint).toBe('9 of its lines cannot be read');
    await again.close();
    expect(await readFile(file, 'utf8')).toBe(whole);
  });
});
