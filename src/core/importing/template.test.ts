import { describe, expect, it } from 'vitest';

import { limitsSnapshotIdSchema, profileIdSchema } from '#shared/domain/ids.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';
import { type LimitsSnapshot, limitsEntrySchema } from '#shared/domain/limits.ts';

import { fileBytes, joined } from '../exports/fileBytes.ts';
import { readPart } from '../exports/testing/readXlsx.ts';
import { mappingByHeaders } from './reading/headers.ts';
import { cellsOf, readSheet } from './reading/readSheet.ts';
import { templateFile } from './template.ts';
import { FREE_STEP } from './testing/workbook.ts';

const limits: LimitsSnapshot = {
  id: limitsSnapshotIdSchema.parse('22222222-2222-4333-8444-555555555555'),
  profileId: profileIdSchema.parse('shop'),
  readAt: '2026-11-15T10:00:00.000Z',
  recognised: true,
  entries: [
    { currency: 'RUB', paymentType: 'sbp', min: 50_000, max: 1_500_005 },
    { currency: 'UZS', paymentType: 'uzs_select', min: 100_000, max: null },
  ].map((entry) => limitsEntrySchema.parse(entry)),
  complaints: [],
  raw: '',
};

async function templateOf(flow: 'create' | 'build'): Promise<Buffer> {
  const { bytes, base64 } = await templateFile(flow, limits);
  const file = Buffer.from(base64, 'base64');
  expect(file.length).toBe(bytes);
  return file;
}

describe('the template', () => {
  it.each(['create', 'build'] as const)('of %s has no rows to issue by mistake', async (flow) => {
    await expect(readSheet(await templateOf(flow), DETECT_ALL, FREE_STEP)).rejects.toMatchObject({
      reason: 'empty',
    });
  });

  it('lists what the flow accepts, beside it', async () => {
    const sheet = { ...DETECT_ALL, sheet: 'Limits' };
    const direct = await readSheet(await templateOf('create'), sheet, FREE_STEP);
    expect(direct.rows.map(cellsOf)).toEqual([['RUB', 'sbp', '500.00', '15000.05']]);
    const page = await readSheet(await templateOf('build'), sheet, FREE_STEP);
    expect(page.rows.map(cellsOf)).toEqual([['UZS', 'uzs_select', '1000.00']]);
  });

  it('formats every column as text, so that what is typed keeps its zeros', async () => {
    const file = await templateOf('create');
    const sheet = readPart(file, 'xl/worksheets/sheet1.xml').toString();
    expect([...sheet.matchAll(/<col [^>]*style="1"/gu)]).toHaveLength(10);
    expect(readPart(file, 'xl/styles.xml').toString()).toContain('<xf numFmtId="49" fontId="0"');
  });

  it('maps by itself once it is filled in', async () => {
    const file = await templateOf('create');
    const header = readPart(file, 'xl/worksheets/sheet1.xml').toString();
    const headers = [...header.matchAll(/<t>(?<text>[^<]+)<\/t>/gu)].map(
      ({ groups }) => groups?.['text'] ?? '',
    );
    expect(Object.keys(mappingByHeaders(headers))).toHaveLength(10);
    const rows = [['0015.00', 'RUB', 'sbp', '007', '00012345678901234567']];
    const columns = headers.map((name) => ({ name }));
    const table = { columns, total: rows.length, rows: () => [rows] };
    const filled = await joined(fileBytes({ format: 'xlsx', delimiter: 'comma' }, table));
    const sheet = await readSheet(filled, DETECT_ALL, FREE_STEP);
    expect(sheet.rows.map(cellsOf)).toEqual(rows);
  });
});
