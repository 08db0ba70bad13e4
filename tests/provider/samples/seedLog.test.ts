import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { profileSchema } from '#shared/domain/profile.ts';
import { checkCallback } from '#core/callbacks/verify.ts';
import { createDatabase, openDatabase } from '#core/log/store/database.ts';
import { type LogEvent, logEventSchema } from '#core/log/store/events.ts';
import { project } from '#core/log/store/project.ts';
import { type SampleEvent, sampleDay } from '#core/log/sample/sampleDay.ts';
import { createStore } from '#core/log/store/store.ts';
import { verifyLog } from '#core/log/care/verify.ts';
import { classify } from '#core/provider/classify.ts';
import { removeTemporaryDirs, temporaryDir } from '#core/testing/builders.ts';

import { sampleEvents } from './sampleEvents.ts';
import { createSampleWriter } from './sampleWriter.ts';
import { seedLog } from './seedLog.ts';
import { seededMerchants } from './seededMerchants.ts';

afterAll(removeTemporaryDirs);

const UNTIL_MS = Date.parse('2026-11-15T00:00:00.000Z');
const NOW_MS = Date.parse('2026-11-15T14:30:00.000Z');
const NO_ANCHOR = { keyed: null, unkeyed: null };

const sandbox = profileSchema.parse({
  id: 'sandbox',
  name: 'Sandbox',
  mode: 'sandbox',
  baseUrl: 'http://127.0.0.1:20123',
  merchant: '11111111-2222-4333-8444-555555555555',
  dialect: DEFAULT_DIALECT,
  archivedAt: null,
});

function seeded(rows: number, seed = 7): readonly SampleEvent[] {
  const merchants = seededMerchants();
  const fromMs = UNTIL_MS - 86_400_000 * 30;
  const plan = { seed, rows, fromMs, toMs: UNTIL_MS, merchants, firstSeq: 1 };
  return [...sampleEvents(plan)];
}

const placed = (events: readonly SampleEvent[]): readonly LogEvent[] =>
  events.map(({ at, event }, index) => logEventSchema.parse({ ...event, at, seq: index + 1 }));

describe('the generator', () => {
  test('gives the same events for the same seed, others for another', () => {
    expect(seeded(60)).toEqual(seeded(60));
    expect(seeded(60)).not.toEqual(seeded(60, 8));
  });

  test('gives events of the log’s own form, in order of time, that follow one another', () => {
    const events = placed(seeded(250));
    expect(project(events).size).toBe(250);
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
  });

  test('says of answers and callbacks what the desk itself reads off their bytes', () => {
    const merchants = new Map(seededMerchants().map(([one]) => [one.profile.id as string, one]));
    const bodies = new Map<string, Extract<LogEvent, { kind: 'prepared' }>['body']>();
    const seen = { accepted: 0, callbacks: 0 };
    for (const event of placed(seeded(250))) {
      if (event.kind === 'prepared') bodies.set(event.body.intentId, event.body);
      if (event.kind === 'settled' && event.body.stage.outcome === 'accepted') {
        const prepared = bodies.get(event.body.intentId);
        const { answer, stage } = event.body;
        const dialect = merchants.get(prepared?.profileId ?? '')?.profile.dialect;
        if (answer === null || prepared === undefined || dialect === undefined) throw new Error();
        const exchange = { kind: 'answered' as const, answer, problem: null };
        expect(classify(exchange, prepared.body, dialect)).toEqual(stage);
        seen.accepted += 1;
      }
      if (event.kind === 'callback' || event.kind === 'callback_apart') {
        const { raw, reading, verdict, profileId } = event.body;
        const merchant = merchants.get(profileId);
        if (merchant === undefined) throw new Error();
        const { callback } = merchant.profile.dialect;
        const checked = checkCallback(
          raw,
          callback,
          { secrets: [merchant.secret], signRequests: true },
          [merchant.profile.merchant],
        );
        expect(checked).toMatchObject({ reading, verdict });
        seen.callbacks += 1;
      }
    }
    expect(seen.accepted).toBeGreaterThan(180);
    expect(seen.callbacks).toBeGreaterThan(90);
  });

  test('numbers of no real account, so that nothing here can be paid', () => {
    for (const event of placed(seeded(120))) {
      if (event.kind !== 'settled' || event.body.stage.outcome !== 'accepted') continue;
      const { number, name } = event.body.stage.answer.record.payment_data;
      if (typeof number === 'string') expect(number).toMatch(/^(?:9999|\+7000|00000)/u);
      if (typeof name === 'string') expect(name).toMatch(/^TEST /u);
    }
  });
});

describe('a seeded log', () => {
  const verified = (file: string) => {
    const db = openDatabase(file);
    try {
      const report = verifyLog(createStore(db), NO_ANCHOR, { state: 'unreadable' });
      const rows = db.prepare('SELECT * FROM request ORDER BY first_seq').all();
      const head = createStore(db).events.head();
      return { report, rows, head };
    } finally {
      db.close();
    }
  };

  test('holds, and is the same for the same seed', () => {
    const [first, second] = [temporaryDir(), temporaryDir()].map((dir) => {
      const file = join(dir, 'log.sqlite');
      const { events } = seedLog(file, { rows: 50, seed: 3, untilMs: UNTIL_MS }, () => {});
      const found = verified(file);
      expect(found.report).toMatchObject({ verdict: 'holds', events });
      expect(found.rows).toHaveLength(50);
      return found;
    });
    expect(second).toEqual(first);
  });

  test('the writer in one transaction gives the rows that the events give', () => {
    const file = join(temporaryDir(), 'log.sqlite');
    createDatabase(file);
    const db = openDatabase(file);
    const store = createStore(db);
    db.transaction(() => {
      const writer = createSampleWriter(store);
      const day = sampleDay({ nowMs: NOW_MS, profile: sandbox, firstSeq: 1 });
      for (const sample of day) writer.write(sample);
      writer.flush();
    })();
    db.close();
    expect(verified(file).report.verdict).toBe('holds');
  });
});
