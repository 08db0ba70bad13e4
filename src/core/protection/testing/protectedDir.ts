import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeJsonFile } from '../../files/jsonFile.ts';
import { writePictureFile } from '../../files/pictureFiles.ts';
import { logPathsOf } from '../../log/store/paths.ts';
import { taken } from '../../testing/backedUpLog.ts';
import { intent, manualClock, preparedOf } from '../../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';

/** Texts of customers, each in every file that the desk writes about them. */
export const CANARIES = {
  order: 'CANARY-ORDER-7351',
  customer: 'Kanarienvogel Nachtigall',
  card: '4929123456781234',
  draft: 'Zaunkoenig Draftsman',
  picture: 'a picture of a canary passport',
} as const;

/** A data directory with every kind of file that has something of customers. Returns the names of its backups. */
export async function fillDir(dataDir: string, since?: string): Promise<readonly string[]> {
  const paths = logPathsOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const clock = manualClock(since);
  const log = await openTestLog(dataDir, { clock });
  const { order, customer, card } = CANARIES;
  await log.prepare(preparedOf(order, { customer }));
  await log.markSending(intent(order), { ...SENT, body: customer });
  const payment = { payment_data: { number: card, name: customer } };
  await log.settle(intent(order), acceptedAs(order, payment), null);
  const others = Array.from({ length: 40 }, (_, at) => `other-${at}`);
  await Promise.all(others.map((name) => issueOne(log, name, UNKNOWN)));
  writePictureFile(paths.pictures, Buffer.from(CANARIES.picture));
  const copy = await taken(log);
  clock.advance(1000);
  await issueOne(log, 'later', acceptedAs('later', payment));
  const segment = await taken(log);
  await log.indexed();
  await log.close();
  writeJsonFile(join(dataDir, 'drafts.json'), { version: 1, drafts: [], note: CANARIES.draft });
  const folder = join(paths.damaged, '2026-01-01T00-00-00-000Z');
  mkdirSync(folder, { recursive: true });
  copyFileSync(paths.file, join(folder, 'log.sqlite'));
  return [copy.name, segment.name];
}

/** Every file below the directory that has one of the texts in it, as `file: text`. */
export function findCanaries(dataDir: string): readonly string[] {
  return filesBelow(dataDir).flatMap((file) => {
    const bytes = readFileSync(file);
    const found = Object.values(CANARIES).filter((text) => holds(bytes, text));
    return found.map((text) => `${file.slice(dataDir.length + 1)}: ${text}`);
  });
}

function holds(bytes: Buffer, text: string): boolean {
  const forms = [Buffer.from(text), Buffer.from(text.toLowerCase()), Buffer.from(text, 'utf16le')];
  return forms.some((form) => bytes.includes(form));
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
