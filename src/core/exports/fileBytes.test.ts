import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type ExportRow, createExportRows } from '../search/exportRows.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type ExportValues, type Table, logColumns, valuesOf } from './columns.ts';
import { unguard } from './csvField.ts';
import { fileBytes, joined } from './fileBytes.ts';
import { EXPORT_COLUMNS } from './testing/files.ts';
import { exportRowOf, hostileRows, indexOf } from './testing/hostile.ts';
import { readCsv } from './testing/readCsv.ts';
import { readDirectory, readPart, readXlsx } from './testing/readXlsx.ts';
import { NeedsZip64Error, zipped } from './zip.ts';

afterAll(removeTemporaryDirs);

const LETTERS = 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA'.split(' ');
const NAMES = EXPORT_COLUMNS.map(({ name }) => name);
const EVERY_PLACE = Uint32Array.from(hostileRows(), (_, place) => place);

/** What a row must say, from its entry alone: written apart from the columns that say it. */
function expectedOf(entry: ExportRow): ExportValues {
  const money = (cents: number | null): string | null =>
    cents === null
      ? null
      : String(cents)
          .padStart(3, '0')
          .replace(/(?=..$)/u, '.');
  const at = new Date(entry.created_ms);
  // Berlin puts its clocks forward in the middle of these rows.
  const hours = entry.created_ms >= Date.parse('2026-03-29T01:00:00.000Z') ? 2 : 1;
  const local = new Date(entry.created_ms + hours * 3_600_000);
  const text = (date: Date): string => date.toISOString().replace('T', ' ').slice(0, -1);
  const named: Record<string, string | null> = {
    time_local: `${text(local)}+0${hours}:00`,
    time_utc: `${text(at)}Z`,
    order_id: entry.order_id,
    customer: entry.customer,
    phone: entry.phone,
    profile: entry.profile_name,
    mode: entry.mode,
    operator: entry.operator,
    flow: entry.flow,
    type: entry.payment_type,
    currency: entry.currency,
    amount_sent: money(entry.sent_cents),
    amount_returned: money(entry.returned_cents),
    outcome: entry.outcome,
    reason: entry.reason_code,
    resolution: entry.resolution,
    state: entry.state,
    heard_amount: entry.said,
    remote_id: entry.remote_id,
    requisite_number: entry.number,
    requisite_name: entry.name,
    requisite_bank: entry.bank_name,
    requisite_bic: entry.bic,
    requisite_link: entry.url,
    sample: entry.is_sample === 1 ? 'yes' : 'no',
    flagged: entry.is_flagged === 1 ? 'yes' : 'no',
    attention: attentionOf(entry.attention),
  };
  expect(Object.keys(named)).toEqual(NAMES);
  return Object.values(named).map(wellFormed);
}

/** As UTF-8 can say it. */
function wellFormed(value: string | null): string | null {
  return value === null ? null : Buffer.from(value).toString();
}

/** Nothing here ever expires. */
function attentionOf(bits: number): string | null {
  const names = 'unknown sent_elsewhere quarantined amount_changed paid_differs contradicted'.split(
    ' ',
  );
  const set = names.filter((_, bit) => ((bits >> bit) & 1) === 1);
  return set.length === 0 ? null : set.join(' ');
}

function tableOf(
  entries: readonly ExportRow[],
  places: Uint32Array,
  requisites: 'masked' | 'whole' = 'whole',
): Table {
  const columns = logColumns({
    requisites,
    timeZone: 'Europe/Berlin',
    moment: { nowMs: 0, validMinOf: { shop: 30 } },
  });
  const read = createExportRows(indexOf(entries));
  async function* rows(): AsyncGenerator<readonly ExportValues[]> {
    yield read(places).map((row) => valuesOf(columns, row));
  }
  return { columns, total: places.length, rows };
}

function written(
  format: 'csv' | 'xlsx' | 'jsonl',
  table: Table,
  delimiter: 'comma' | 'semicolon' = 'comma',
): Promise<Buffer> {
  return joined(fileBytes({ format, delimiter }, table));
}

/** What Python's own libraries make of a file; null: there is no Python here. */
function inPython(script: string, bytes: Buffer): unknown {
  const file = join(temporaryDir(), 'file');
  writeFileSync(file, bytes);
  const ran = spawnSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 1e8 });
  if (ran.error !== undefined) return null;
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout);
}

describe('hostile values in every text column', () => {
  const entries = hostileRows();
  const expected = entries.map(expectedOf);
  const asText = expected.map((row) => row.map((value) => value ?? ''));

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
  ] as const)('come back from a CSV with a %s', async (name, delimiter) => {
    const bytes = await written('csv', tableOf(entries, EVERY_PLACE), name);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header, ...rows] = readCsv(bytes.toString('utf8', 3), delimiter);
    expect(header).toEqual(NAMES);
    expect(rows.map((row) => row.map(unguard))).toEqual(asText);
    expect(rows.flat().filter((field) => /^[=@\t\r\n]/u.test(field))).toEqual([]);
  });

  it('come back from a CSV that Python reads', async (context) => {
    const bytes = await written('csv', tableOf(entries, EVERY_PLACE));
    const rows = inPython(
      'import csv,json,sys\nif sys.version_info<(3,11): sys.exit(print("null"))\nprint(json.dumps(list(csv.reader(open(sys.argv[1],encoding="utf-8-sig",newline=""),strict=True))))',
      bytes,
    );
    context.skip(
      rows === null,
      'no python3 here whose csv takes a NUL (3.11): only the reader beside this test was asked',
    );
    const [, ...read] = z.array(z.array(z.string())).parse(rows);
    expect(read.map((row) => row.map(unguard))).toEqual(asText);
  });

  it('come back from a workbook, as text but for amounts', async () => {
    const bytes = await written('xlsx', tableOf(entries, EVERY_PLACE));
    const [header, ...rows] = readXlsx(bytes);
    expect([...(header?.values() ?? [])].map(({ value }) => value)).toEqual(NAMES);
    expect(rows.map((row) => LETTERS.map((name) => row.get(name)?.value ?? ''))).toEqual(asText);
    const isNumber = LETTERS.map((name) => rows[0]?.get(name)?.isNumber === true);
    expect(NAMES.filter((_, at) => isNumber[at] === true)).toEqual(['amount_sent']);
    expect(readPart(bytes, 'xl/worksheets/sheet1.xml').toString()).toContain('state="frozen"');
  });

  it('come back from a workbook whose archive and XML Python reads', async (context) => {
    const bytes = await written('xlsx', tableOf(entries, EVERY_PLACE));
    const cells = inPython(
      `import json,sys,zipfile,re
import xml.etree.ElementTree as E
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
for n in z.namelist(): E.fromstring(z.read(n))
m='{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
t=E.fromstring(z.read('xl/worksheets/sheet1.xml'))
print(json.dumps([[''.join(x.text or '' for x in c.iter() if x.tag in (m+'t',m+'v')) for c in r] for r in t.iter(m+'row')]))`,
      bytes,
    );
    context.skip(cells === null, 'no python3 here: only the reader beside this test was asked');
    const unescaped = z
      .array(z.array(z.string()))
      .parse(cells)
      .slice(1)
      .map((row) =>
        row.map((text) =>
          text.replaceAll(/_x(?<code>[0-9A-F]{4})_/gu, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
        ),
      );
    expect(unescaped).toEqual(asText.map((row) => row.filter((value) => value !== '')));
  });

  it('come back from JSON Lines', async () => {
    const bytes = await written('jsonl', tableOf(entries, EVERY_PLACE));
    const rows = bytes
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
    expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => NAMES));
    expect(
      rows.map((row) =>
        Object.values({
          ...row,
          sample: row['sample'] === true ? 'yes' : 'no',
          flagged: row['flagged'] === true ? 'yes' : 'no',
          attention: z.array(z.string()).parse(row['attention']).join(' '),
        }),
      ),
    ).toEqual(expected.map((row) => [...row.slice(0, -1), row.at(-1) ?? '']));
  });
});

it('a CSV has these bytes', async () => {
  const rows = [
    exportRowOf({
      customer: 'O\'Neil "Bob", jr',
      phone: '+998901234567',
      profile_name: '=cmd|calc',
      operator: 'Anna; =1',
      returned_cents: 7,
      state: '',
      said: '1450.00',
      number: '2200123412345675',
      masked_number: '2200 12•• •••• 5675',
      name: 'Иван Петров',
      is_sample: 1,
      attention: 3,
    }),
    exportRowOf({ order_id: 'A-2', customer: ' two\r\nlines', masked_number: '•••• 5675' }),
  ];
  const bytes = await written('csv', tableOf(rows, Uint32Array.of(0, 1), 'masked'), 'semicolon');
  expect(bytes.toString()).toBe(
    [
      '\ufefftime_local;time_utc;order_id;customer;phone;profile;mode;operator;flow;type;currency;amount_sent;amount_returned;outcome;reason;resolution;state;heard_amount;remote_id;requisite_number;requisite_name;requisite_bank;requisite_bic;requisite_link;sample;flagged;attention',
      `2026-11-15 10:03:22.007+01:00;2026-11-15 09:03:22.007Z;A-1;"O'Neil ""Bob"", jr";+998901234567;'=cmd|calc;live;"Anna;' =1";create;sbp;RUB;1500.05;0.07;accepted;;;;1450.00;;2200 12•• •••• 5675;И••••••;;;;yes;no;unknown sent_elsewhere`,
      '2026-11-15 10:03:22.007+01:00;2026-11-15 09:03:22.007Z;A-2;" two\r\nlines";;Shop;live;Anna;create;sbp;RUB;1500.05;;accepted;;;;;;•••• 5675;;;;;no;no;',
      '',
    ].join('\r\n'),
  );
});

describe('a row', () => {
  async function lineOf(
    overrides: Partial<ExportRow>,
    requisites: 'masked' | 'whole',
  ): Promise<Readonly<Record<string, string>>> {
    const table = tableOf([exportRowOf(overrides)], Uint32Array.of(0), requisites);
    const [, row] = readCsv((await written('csv', table)).toString('utf8', 3), ',');
    return Object.fromEntries(NAMES.map((name, at) => [name, row?.[at] ?? '']));
  }
  const requisites = {
    number: '2200123412345675',
    masked_number: '2200 12•• •••• 5675',
    name: '-12.5',
    bank_name: 'Bank',
    bic: '044525974',
    url: 'https://pay.example/p/secret',
    masked_url: 'pay.example/…cret',
  };

  it('has whole requisites only where they are asked for', async () => {
    expect(await lineOf(requisites, 'whole')).toMatchObject({
      requisite_number: '2200123412345675',
      requisite_name: '-12.5',
      requisite_link: 'https://pay.example/p/secret',
    });
    const masked = await lineOf(requisites, 'masked');
    expect(masked).toMatchObject({
      requisite_number: '2200 12•• •••• 5675',
      requisite_bank: 'Bank',
      requisite_link: 'pay.example/…cret',
    });
    expect(JSON.stringify(masked)).not.toMatch(/123412345|12\.5|secret/u);
  });

  it('has amounts of any size exactly, and without losing digits in a workbook', async () => {
    const largest = { sent_cents: Number.MAX_SAFE_INTEGER, returned_cents: 7 };
    expect(await lineOf(largest, 'masked')).toMatchObject({
      amount_sent: '90071992547409.91',
      amount_returned: '0.07',
    });
    const table = tableOf([exportRowOf(largest)], Uint32Array.of(0));
    const [, row] = readXlsx(await written('xlsx', table));
    const amounts = EXPORT_COLUMNS.flatMap(({ kind }, at) =>
      kind === 'amount' ? [row?.get(LETTERS[at] ?? '')] : [],
    );
    expect(amounts).toEqual([
      { value: '90071992547409.91', isNumber: false },
      { value: '0.07', isNumber: true },
    ]);
  });

  it.each([
    ['forwards', [3, 4, 5, 6]],
    ['backwards', [6, 5, 4, 3]],
    ['in any order', [9, 2, 7, 2, 0]],
    ['alone', [8]],
  ])('stands where the list puts it: %s', async (_, places) => {
    const entries = Array.from({ length: 10 }, (_none, at) => exportRowOf({ order_id: `O-${at}` }));
    const table = tableOf(entries, Uint32Array.from(places));
    const [, ...rows] = readCsv((await written('csv', table)).toString('utf8', 3), ',');
    expect(rows.map((row) => row[2])).toEqual(places.map((place) => `O-${place}`));
  });
});

describe('a workbook', () => {
  it('asks for rows no faster than they are taken from it', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<readonly ExportValues[]> {
      for (;;) {
        asked += 1;
        // Nothing that packs well, so that every piece comes out again.
        yield [NAMES.map(() => randomBytes(2000).toString('base64'))];
      }
    }
    const table = { columns: EXPORT_COLUMNS, total: 1, rows: endless };
    let taken = 0;
    for await (const piece of fileBytes({ format: 'xlsx', delimiter: 'comma' }, table)) {
      taken += piece.length;
      if (taken > 500_000) break;
    }
    const before = asked;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(asked).toBe(before);
    // What was asked for and not taken yet is in the buffers of two streams.
    expect(asked * 27 * 2000 - taken).toBeLessThan(500_000);
  });

  it('has sizes of eight bytes where four would not do', async () => {
    async function* bytes(): AsyncGenerator<Buffer> {
      for (let at = 0; at < 40; at += 1) yield Buffer.alloc(1000, at);
    }
    const packed = async (zip64: boolean): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      const parts = [
        { name: 'small', bytes: Buffer.from('small') },
        { name: 'large', bytes: bytes() },
      ];
      for await (const piece of zipped(parts, { zip64, largest: 30_000 })) pieces.push(piece);
      return Buffer.concat(pieces);
    };
    await expect(packed(false)).rejects.toBeInstanceOf(NeedsZip64Error);
    const archive = await packed(true);
    expect(readDirectory(archive).get('large')?.length).toBe(40_000);
    const names = inPython(
      'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\nprint(json.dumps([[i.filename,i.file_size] for i in z.infolist()]))',
      archive,
    );
    if (names !== null) {
      expect(names).toEqual([
        ['small', 5],
        ['large', 40_000],
      ]);
    }
  });
});
