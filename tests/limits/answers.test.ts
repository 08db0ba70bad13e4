import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { limitResponseSchema } from '#shared/dialect/schema.ts';
import { limitsEntrySchema, limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { readLimits } from '#shared/limits/read.ts';

/** Answers of GET limit as providers give them, each with the provider format that reads it and what is read. */
const fixtureSchema = z.strictObject({
  about: z.string(),
  format: limitResponseSchema,
  answer: z.unknown(),
  /** null: hopeless, and the limits stay unknown. */
  reading: z
    .strictObject({
      entries: z.array(limitsEntrySchema),
      complaints: limitsSnapshotSchema.shape.complaints,
    })
    .nullable(),
});

const DIR = join(import.meta.dirname, 'answers');
const fixtures = readdirSync(DIR).map((name) => {
  const fixture = fixtureSchema.parse(JSON.parse(readFileSync(join(DIR, name), 'utf8')));
  return { name, ...fixture };
});

describe('answers of GET limit', () => {
  it.each(fixtures)('$name: $about', ({ answer, format, reading }) => {
    expect(readLimits(answer, format)).toEqual(reading);
  });

  it.each(fixtures.filter(({ format }) => format.kind === 'recognised'))(
    '$name reads the same inside another envelope',
    ({ answer, format, reading }) => {
      const wrapped = readLimits({ ok: true, response: { body: answer } }, format);
      expect(wrapped?.entries).toEqual(reading?.entries);
    },
  );

  it('are fifteen that are read and three that are not', () => {
    const isRead = fixtures.filter(({ reading }) => reading !== null);
    expect([isRead.length, fixtures.length - isRead.length]).toEqual([15, 3]);
  });
});
