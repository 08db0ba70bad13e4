import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_PACE } from '#shared/domain/batch.ts';
import { NO_COUNTS } from '#shared/domain/statement.ts';
import { whereTo } from '#shared/domain/profile.ts';

import { PICTURES } from '../../messages/bill/testing/pictures.ts';
import { statedOf } from '../../statements/testing/rows.ts';
import {
  MERCHANT,
  OPERATOR,
  createDraftOf,
  intent,
  preparedOf,
  profileOf,
  readingOf,
} from '../../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs } from '../../testing/fillLog.ts';
import { EVERYTHING } from '../../testing/log.ts';
import { heldEvents } from '../care/segmentFile.ts';
import { keepPicture } from '../keepPicture.ts';
import { openForReading } from '../store/database.ts';
import { createEventStore } from '../store/eventStore.ts';
import type { LogPort } from '../openLog.ts';

/** What no file may have once it is erased. Each stands in several places of a request, a batch or a statement. */
export const CANARIES = {
  customer: 'Kanareika-Ivanova-7731',
  phone: '+79998887766',
  number: '4539578763621486',
  holder: 'KANARIA HOLDEROVA',
  link: 'https://pay.example/kanarienvogel-42',
  note: 'canary note of an operator',
  cell: 'canary cell of a file',
  said: 'canary words of a callback',
} as const;
/** Of a request that stays unknown. */
export const KEPT_CUSTOMER = 'Kept-Petrova-1122';

const BATCH = '00000000-0000-4000-8000-0000000000b1';
const STATEMENT = '00000000-0000-4000-8000-0000000000c1';
const PICTURE = PICTURES.png;

/** Requests, a batch, a statement, callbacks, notes, copies and a picture with every canary in them. */
export async function fillWithCanaries(
  log: LogPort,
  dataDir: string,
  count: number,
): Promise<void> {
  await issueWithCanaries(log, 'C', count);
  await keepPicture(intent('C-0'), PICTURE.toString('base64'), OPERATOR, { log, dataDir });
  await planWithCanaries(log);
  await stateWithCanaries(log);
}

/** Later than the statement, which would else wait for it. */
export async function issueUnknown(log: LogPort): Promise<void> {
  await log.prepare(preparedOf('K-1', { customer: KEPT_CUSTOMER }));
  await log.markSending(intent('K-1'), SENT);
  await log.settle(intent('K-1'), UNKNOWN, null);
}

export async function issueWithCanaries(
  log: LogPort,
  prefix: string,
  count: number,
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at);
  await Promise.all(numbers.map((at) => issueCanary(log, `${prefix}-${at}`, at)));
}

/** Every third callback is about no request. */
async function issueCanary(log: LogPort, name: string, at: number): Promise<void> {
  const { customer, phone, number, holder, link, note, said } = CANARIES;
  const payment_data = { number, name: holder, url: link };
  const { id: profileId, mode } = profileOf();
  const fields = { customer: `${customer} ${at}`, customer_phone_number: phone };
  await log.prepare(preparedOf(name, fields), note);
  await log.markSending(intent(name), { ...SENT, body: JSON.stringify(fields) });
  const body = JSON.stringify({ payment_data, customer });
  await log.settle(intent(name), acceptedAs(name, { payment_data, buyer: customer }), null);
  await log.recordCopy(intent(name), { operator: OPERATOR, part: 'message', text: body });
  const about = { method: 'POST' as const, query: '', headers: [], encoding: 'utf8' as const };
  const raw = { ...about, body: `${said} ${body} ${at}` };
  const reading = readingOf({ orderId: at % 3 === 0 ? 'none' : name, state: 'paid' });
  const verdict = 'unverified';
  await log.recordCallback({ profileId, merchant: MERCHANT, mode, raw, reading, verdict });
}

/** One row is issued, one is refused before W1. */
async function planWithCanaries(log: LogPort): Promise<void> {
  const { customer, cell } = CANARIES;
  const profile = profileOf();
  const to = { profileId: profile.id, profileName: profile.name, ...whereTo(profile) };
  const about = { ...to, operator: OPERATOR, limitsSnapshotId: null };
  const file = { file: 'customers.csv', sha256: 'f'.repeat(64), headers: ['Customer'] };
  const plan = {
    ...about,
    ...file,
    flow: 'create' as const,
    pace: DEFAULT_PACE,
    rows: 2,
    totals: [],
  };
  const rows = [2, 3].map((row) => ({
    row,
    intentId: intent(`R-${row}`),
    cells: [`${cell} ${row}`],
    fields: { customer, order_id: `R-${row}` },
    draft: createDraftOf({ customer, order_id: `R-${row}` }),
  }));
  await log.planBatch(BATCH, plan, rows);
  const batch = { batchId: BATCH, row: 2 };
  await log.prepare({ ...preparedOf('R-2', { customer }), batch });
  await log.markSending(intent('R-2'), SENT);
  await log.settle(intent('R-2'), acceptedAs('R-2'), null);
  await log.recordCopy(intent('R-2'), {
    operator: OPERATOR,
    part: 'number',
    text: '1',
    readBack: 'same',
  });
  await log.stopBatch(BATCH, OPERATOR);
}

async function stateWithCanaries(log: LogPort): Promise<void> {
  const { id: profileId, name: profileName, mode, merchant } = profileOf();
  const { customer, cell } = CANARIES;
  const none = { state: null, paidCents: null, at: null, feeCents: null, problems: [] };
  const ids = { row: 2, kind: 'deposit' as const, remoteId: 'r-2', orderId: 'S-2' };
  const amount = { cents: 150_000, currency: 'RUB' };
  await log.addStatementRows(STATEMENT, [{ ...ids, ...amount, ...none, customer, cells: [cell] }]);
  await log.recordStatement(STATEMENT, {
    profileId,
    profileName,
    mode,
    merchant,
    operator: OPERATOR,
    rows: 1,
    counts: NO_COUNTS,
    file: 'day.csv',
    sha256: 'e'.repeat(64),
    headers: ['Order'],
    stated: statedOf(),
    mapping: { unit: 'major', fields: { order_id: { from: 'column', column: 0 } } },
  });
}

/** The search index up to the log. */
export async function indexed(log: LogPort): Promise<void> {
  await log.search('canary', EVERYTHING, 10);
  await log.indexed();
}

/** Which canaries are where in the data directory: in the bytes of each file, and in what is packed inside. */
export function canariesIn(dataDir: string): readonly string[] {
  const words: readonly string[] = [
    ...Object.values(CANARIES),
    PICTURE.subarray(0, 200).toString('latin1'),
  ];
  return filesIn(dataDir).flatMap((file) => {
    const texts = [readFileSync(file).toString('latin1'), ...packedIn(file)];
    const found = words.filter((word) => texts.some((text) => text.includes(word)));
    return found.map((word) => `${file.slice(dataDir.length + 1)}: ${word.slice(0, 30)}`);
  });
}

/** The same for a copy of the data directory without any key: only the bytes of each file, whatever it is. */
export function readableCanariesIn(dataDir: string): readonly string[] {
  const words = [...Object.values(CANARIES), KEPT_CUSTOMER].map((word) => [
    Buffer.from(word),
    Buffer.from(word.toLowerCase()),
    Buffer.from(word, 'utf16le'),
  ]);
  const pieces = [...words, [PICTURE.subarray(0, 200)]];
  return filesIn(dataDir).flatMap((file) => {
    const bytes = readFileSync(file);
    const found = pieces.filter((forms) => forms.some((form) => bytes.includes(form)));
    return found.map(
      ([word]) => `${file.slice(dataDir.length + 1)}: ${word?.toString('latin1', 0, 30)}`,
    );
  });
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** The events of a log or of a full copy, and those of a segment. */
function packedIn(file: string): readonly string[] {
  if (file.endsWith('.segment')) {
    return Array.from(
      heldEvents(file),
      ({ salted, attached }) => `${salted?.toString()} ${attached?.toString()}`,
    );
  }
  if (!/log(?:-\w+)?\.sqlite$/u.test(file)) return [];
  const db = openForReading(file);
  try {
    return Array.from(createEventStore(db).links(), ({ salted }) => salted?.toString() ?? '');
  } finally {
    db.close();
  }
}
