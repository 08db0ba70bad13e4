import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, describe, expect, it } from 'vitest';

import { createRedactor } from './redact.ts';
import { manualClock, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createJournal } from './journalFile.ts';

afterAll(removeTemporaryDirs);

function opened(fileBytes?: number) {
  const dataDir = temporaryDir();
  const redactor = createRedactor();
  const more = fileBytes === undefined ? {} : { fileBytes };
  const journal = createJournal({ dataDir, clock: manualClock(), redactor, ...more });
  const folder = join(dataDir, 'logs');
  return { journal, folder, redactor, file: join(folder, 'desk.log') };
}
const linesOf = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('the log file', () => {
  it('is lines of JSON that only the account itself can read', async () => {
    const { journal, file, folder } = opened();
    journal.write('started', { version: '1', live: false });
    journal.write('stopped');
    await journal.close();
    const at = '2026-11-15T10:00:00.000Z';
    expect(linesOf(readFileSync(file, 'utf8'))).toEqual([
      { at, what: 'started', version: '1', live: false },
      { at, what: 'stopped' },
    ]);
    if (process.platform === 'win32') return;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('has no secret, whole or cut, and no line that ends in the middle of a fact', async () => {
    const { journal, file, redactor } = opened();
    const secret = 'canary-'.repeat(20);
    redactor.learn('merchant', [secret]);
    journal.write('bug', { stack: `${'x'.repeat(3950)}${secret}`, error: `a\nb ${secret}` });
    await journal.close();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('canary');
    expect(linesOf(text)).toHaveLength(1);
  });

  it('is turned over at its size, and there are five of them', async () => {
    const { journal, folder } = opened(400);
    for (let at = 0; at < 40; at += 1) {
      journal.write('line', { line: at });
      if (at % 3 === 0) await journal.close();
    }
    await journal.close();
    const files = readdirSync(folder).toSorted();
    expect(files).toEqual(['desk.1.log', 'desk.2.log', 'desk.3.log', 'desk.4.log', 'desk.log']);
    for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(400);
    const all = linesOf(await journal.tail(1_000_000));
    // Whole, in order, and up to the last.
    expect(all.length).toBeGreaterThan(20);
    expect(all.at(-1)).toMatchObject({ line: 39 });
    const last = linesOf(await journal.tail(200));
    expect(last).toEqual(all.slice(-last.length));
    expect(last.length).toBeGreaterThan(1);
  });

  it('that cannot be written stops no other part, and says later how much is missing', async () => {
    const { journal, folder, file } = opened();
    // A file in the folder's place: also root cannot write into it.
    writeFileSync(folder, '');
    journal.write('lost');
    journal.write('lost too');
    await journal.close();
    expect(await journal.tail(1000)).toBe('');
    rmSync(folder);
    mkdirSync(folder);
    journal.write('back');
    await journal.close();
    const lines = linesOf(readFileSync(file, 'utf8'));
    expect(lines).toMatchObject([{ what: 'lines_lost', lines: 2 }, { what: 'back' }]);
  });

  it('loses no count where the line that tells it is lost too', async () => {
    const { journal, folder, file } = opened();
    writeFileSync(folder, '');
    for (const what of ['one', 'two', 'three']) {
      journal.write(what);
      await journal.close();
    }
    rmSync(folder);
    journal.write('back');
    await journal.close();
    journal.write('on');
    await journal.close();
    const lines = linesOf(readFileSync(file, 'utf8'));
    const told = [{ what: 'lines_lost', lines: 3 }, { what: 'back' }, { what: 'on' }];
    expect(lines).toMatchObject(told);
    expect(lines).toHaveLength(3);
  });

  it('holds a bounded number of lines for a disk that does not answer', async () => {
    const { journal, file } = opened();
    for (let at = 0; at < 5000; at += 1) journal.write('flood', { at });
    await journal.close();
    journal.write('after');
    await journal.close();
    const lines = linesOf(readFileSync(file, 'utf8'));
    expect(lines.length).toBeLessThan(1100);
    expect(lines).toContainEqual(expect.objectContaining({ what: 'lines_lost' }));
    expect(lines.at(-1)).toMatchObject({ what: 'after' });
  });
});
