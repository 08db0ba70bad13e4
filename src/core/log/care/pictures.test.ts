import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MAX_PICTURE_BYTES } from '#shared/domain/picture.ts';

import { sha256Of } from '../../files/pictureFiles.ts';
import { PICTURES, patched } from '../../messages/bill/testing/pictures.ts';
import { OPERATOR, intent, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { keepPicture, readKeptPicture } from '../keepPicture.ts';
import { logPathsOf } from '../store/paths.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const { png, jpeg } = PICTURES;
let dataDir: string;
let log: LogPort;
beforeEach(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir);
  await issueOne(log, 'A-1', UNKNOWN);
});
afterEach(() => log.close());

const keep = (bytes: Buffer, name = 'A-1') =>
  keepPicture(intent(name), bytes.toString('base64'), OPERATOR, { log, dataDir });
const fileOf = (bytes: Buffer): string => join(logPathsOf(dataDir).pictures, sha256Of(bytes));
const codeOf = (reply: { ok: boolean; error?: { code: string } }): string =>
  reply.ok ? 'ok' : (reply.error?.code ?? '');

async function verdict(): Promise<unknown> {
  const report = await log.verify();
  return report.ok ? [report.value.verdict, report.value.firstBadSeq] : report;
}

describe('a picture from a customer', () => {
  it('is an event with its hash, once, and read back as the bytes that came', async () => {
    expect(codeOf(await keep(png))).toBe('ok');
    expect(codeOf(await keep(png))).toBe('ok');
    const events = (await log.history(intent('A-1')))?.events ?? [];
    const sha256 = sha256Of(png);
    const picture = { sha256, bytes: png.length, type: 'image/png', width: 21, height: 13 };
    expect(events.filter(({ kind }) => kind === 'pictured')).toMatchObject([
      { operator: OPERATOR, picture },
    ]);
    expect(readKeptPicture(sha256, { dataDir })).toMatchObject({
      ok: true,
      value: { type: 'image/png', base64: png.toString('base64') },
    });
  });

  it('is refused where it is none, too large, or of no request, and leaves no file', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(MAX_PICTURE_BYTES)]);
    const wide = patched(png, 16, 0, 0, 0x27, 0x11);
    expect(codeOf(await keep(Buffer.from('<svg onload="alert(1)"/>')))).toBe('picture_not_usable');
    expect(codeOf(await keep(large))).toBe('picture_too_large');
    expect(codeOf(await keep(wide))).toBe('picture_too_large');
    expect(codeOf(await keep(png, 'gone'))).toBe('request_not_found');
    expect(() => readdirSync(logPathsOf(dataDir).pictures)).toThrow('ENOENT');
    const outside = readKeptPicture('../settings.json', { dataDir });
    expect(codeOf(outside)).toBe('picture_lost');
  });

  it('is reported by verifying where it is missing or altered, and not shown', async () => {
    await keep(png);
    await keep(jpeg);
    expect(await verdict()).toEqual(['holds', null]);
    const seqs = ((await log.history(intent('A-1')))?.events ?? [])
      .filter(({ kind }) => kind === 'pictured')
      .map(({ seq }) => seq);
    writeFileSync(fileOf(jpeg), png);
    expect(await verdict()).toEqual(['picture_altered', seqs[1]]);
    expect(codeOf(readKeptPicture(sha256Of(jpeg), { dataDir }))).toBe('picture_lost');
    rmSync(fileOf(png));
    expect(await verdict()).toEqual(['picture_missing', seqs[0]]);
  });

  it('is part of backups, and a restore brings back what is missing or damaged', async () => {
    await keep(png);
    await keep(jpeg);
    const backup = await log.backUp();
    if (!backup.ok) throw new Error(backup.error.code);
    rmSync(fileOf(png));
    writeFileSync(fileOf(jpeg), 'damaged');
    // A picture that was damaged since does not replace the one in the backup.
    await log['request.note']({ intentId: intent('A-1'), text: 'later' }, OPERATOR);
    expect(codeOf(await log.backUp())).toBe('ok');
    expect(codeOf(await log.restore(backup.value.name, OPERATOR))).toBe('ok');
    expect(await verdict()).toEqual(['holds', null]);
    expect(readKeptPicture(sha256Of(jpeg), { dataDir })).toMatchObject({ ok: true });
  });

  it('is neither read nor written through a link, and what is no file in its place is altered', async () => {
    const outside = join(temporaryDir(), 'outside');
    writeFileSync(outside, png);
    mkdirSync(logPathsOf(dataDir).pictures, { recursive: true });
    symlinkSync(outside, `${fileOf(jpeg)}.new`);
    expect(codeOf(await keep(jpeg))).toBe('ok');
    expect(readFileSync(outside)).toEqual(png);
    await keep(png);
    for (const put of [() => symlinkSync(outside, fileOf(png)), () => mkdirSync(fileOf(png))]) {
      rmSync(fileOf(png), { recursive: true });
      put();
      expect(await verdict()).toMatchObject(['picture_altered', expect.any(Number)]);
      expect(codeOf(readKeptPicture(sha256Of(png), { dataDir }))).toBe('picture_lost');
    }
    // A backup is taken all the same.
    expect(codeOf(await log.backUp())).toBe('ok');
  });

  it('does not keep a log from being restored where it cannot be brought back itself', async () => {
    await keep(png);
    await keep(jpeg);
    const backup = await log.backUp();
    if (!backup.ok) throw new Error(backup.error.code);
    for (const bytes of [png, jpeg]) rmSync(fileOf(bytes));
    mkdirSync(fileOf(png));
    expect(codeOf(await log.restore(backup.value.name, OPERATOR))).toBe('ok');
    expect(await verdict()).toMatchObject(['picture_altered', expect.any(Number)]);
    expect(codeOf(readKeptPicture(sha256Of(jpeg), { dataDir }))).toBe('ok');
  });
});
