import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DETECT_ALL } from '#shared/domain/importing.ts';
import type { StatementRow } from '#shared/domain/statement.ts';

import { manualClock, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { openStatements } from './testing/openStatements.ts';
import type { LogPort } from '../log/openLog.ts';

/** Whole files as providers and spreadsheets write them: each is read right, or the check names the rows and why. */

afterAll(removeTemporaryDirs);

let log: LogPort;
let desk: ReturnType<typeof openStatements>;
const clock = manualClock('2026-11-16T12:00:00.000Z');
beforeEach(async () => {
  const dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
  desk = openStatements({ dataDir, log, clock });
});
afterEach(async () => {
  await desk.end();
  await log.close();
});

const HEADER = 'Order ID;Amount;Currency;Created at\n';
const AT = '2026-11-16 10:00:00';

async function read(content: string, timeZone = 'UTC', choices = DETECT_ALL) {
  const { importId, reading, checked } = await desk.check(content, timeZone, choices);
  const { mapping } = reading;
  const rows = await desk.ask('statement.preview', { importId, mapping, timeZone });
  return { rows, checked };
}
const amounts = (rows: readonly StatementRow[]) => rows.map(({ cents }) => cents);

describe('amounts with thousands marks', () => {
  it.each([
    ['blanks and a comma', ['1 500,00', '1 234 567,89', '12 000,5']],
    ['full stops and a comma', ['1.500,00', '1.234.567,89', '12.000,5']],
    ['commas and a full stop', ['1,500.00', '1,234,567.89', '12,000.5']],
    ['apostrophes and a full stop', ["1'500.00", "1'234'567.89", "12'000.5"]],
  ])('by %s are read', async (_, texts) => {
    const { rows, checked } = await read(
      HEADER + texts.map((text, at) => `A-${at};${text};RUB;${AT}\n`).join(''),
    );
    expect(amounts(rows)).toEqual([150_000, 123_456_789, 1_200_050]);
    expect(checked).toMatchObject({ unreadable: 0, problems: [] });
  });

  it('that may be decimals are named, and read once the operator says which mark the file has', async () => {
    const file = `${HEADER}A-0;1.500;UZS;${AT}\nA-1;12.000;UZS;${AT}\n`;
    const { rows, checked } = await read(file);
    expect(amounts(rows)).toEqual([null, null]);
    expect(checked).toMatchObject({
      unreadable: 2,
      problems: [{ field: 'amount', code: 'ambiguous', rows: 2, first: 2 }],
    });
    const chosen = await read(file, 'UTC', { ...DETECT_ALL, decimalMark: ',' });
    expect(amounts(chosen.rows)).toEqual([150_000, 1_200_000]);
    expect(chosen.checked).toMatchObject({ unreadable: 0, problems: [] });
  });

  it('are decided by another row of the file that proves the mark', async () => {
    const { rows } = await read(`${HEADER}A-0;1.500;RUB;${AT}\nA-1;99,90;RUB;${AT}\n`);
    expect(amounts(rows)).toEqual([150_000, 9990]);
  });

  it('of two habits in one file stay ambiguous where they can be read in two ways', async () => {
    const file = `${HEADER}A-0;1,500.00;RUB;${AT}\nA-1;1.500,00;RUB;${AT}\nA-2;1,500;RUB;${AT}\n`;
    const { rows, checked } = await read(file);
    expect(amounts(rows)).toEqual([150_000, 150_000, null]);
    expect(checked.problems).toEqual([{ field: 'amount', code: 'ambiguous', rows: 1, first: 4 }]);
  });
});

describe('rows that are no deposits', () => {
  it('are counted as refunds and totals, and compared with nothing', async () => {
    await issueOne(log, 'A-0', acceptedAs('A-0'));
    const file = `${HEADER}A-0;1500.00;RUB;${AT}\nA-0;-1500.00;RUB;${AT}\nA-9;(99.00);RUB;${AT}\nИтого:;1401.00;;\n;;;\n`;
    const { checked } = await read(file);
    expect(checked).toMatchObject({ refunds: 2, totals: 1, unreadable: 0, problems: [] });
    const madeAt = clock.now().toISOString();
    const stated = { lists: 'all', madeAt, timeZone: 'UTC', marginMin: 30 } as const;
    const period = { from: '2026-11-16T00:00:00.000Z', to: madeAt };
    expect(await desk.record(file, { ...stated, ...period })).toMatchObject({
      value: { counts: { matched: 1, not_compared: 3, twice_there: 0, only_there: 0 } },
    });
  });
});

describe('several currencies in one column', () => {
  it('are read by code, name and sign; one without two decimals is named and not guessed', async () => {
    const currencies = ['RUB', 'usd', 'сум', '₸', 'JPY', '?'];
    const { rows, checked } = await read(
      HEADER + currencies.map((name, at) => `A-${at};1500.00;${name};${AT}\n`).join(''),
    );
    expect(rows.map(({ currency }) => currency)).toEqual(['RUB', 'USD', 'UZS', 'KZT', 'JPY', null]);
    expect(amounts(rows)).toEqual([150_000, 150_000, 150_000, 150_000, null, 150_000]);
    expect(checked.unreadable).toBe(2);
    expect(checked.problems).toEqual(
      expect.arrayContaining([
        { field: 'amount', code: 'malformed', rows: 1, first: 6 },
        { field: 'currency', code: 'missing', rows: 1, first: 7 },
      ]),
    );
  });

  it('beside the amounts are taken from there', async () => {
    const file = `Order ID;Amount;Created at\nA-0;1 500,00 ₽;${AT}\nA-1;USD 20.00;${AT}\nA-2;7;${AT}\n`;
    const { rows, checked } = await read(file);
    expect(rows.map(({ currency, cents }) => `${cents} ${currency}`)).toEqual([
      '150000 RUB',
      '2000 USD',
      '700 null',
    ]);
    expect(checked.problems).toEqual([{ field: 'currency', code: 'missing', rows: 1, first: 4 }]);
  });
});

describe('times', () => {
  it('without a zone are those of the stated one, with a zone their own', async () => {
    const times = ['2026-11-16 10:00:00', '16.11.2026 10:00', '2026-11-16T10:00:00Z'];
    const file = HEADER + times.map((time, at) => `A-${at};1500.00;RUB;${time}\n`).join('');
    const { rows, checked } = await read(file, 'Asia/Tashkent');
    expect(rows.map(({ at }) => at?.slice(11, 16))).toEqual(['05:00', '05:00', '10:00']);
    expect(checked).toMatchObject({
      earliest: '2026-11-16T05:00:00.000Z',
      latest: '2026-11-16T10:00:00.000Z',
      withoutTime: 0,
    });
  });

  it('that are days alone, or may be two days, are named', async () => {
    const file = `${HEADER}A-0;1500.00;RUB;2026-11-16\nA-1;1500.00;RUB;03/04/2026 10:00\n`;
    const { checked } = await read(file);
    expect(checked).toMatchObject({ withoutTime: 2, unreadable: 0 });
    expect(checked.problems).toEqual([
      { field: 'time', code: 'malformed', rows: 1, first: 2 },
      { field: 'time', code: 'ambiguous', rows: 1, first: 3 },
    ]);
  });
});
