import type { Wrapping } from '#sandbox/voice.ts';
import type { Envelope } from '#shared/dialect/schema.ts';

const LAST_PLACE = 20;

export function wrappingFor(envelope: Envelope): Wrapping {
  if (envelope.kind !== 'path') return { before: '', after: '' };
  const keys = envelope.path.split('.');
  const before = keys.map((key) =>
    isPlace(key) ? `[${'null,'.repeat(placeOf(key))}` : `{${JSON.stringify(key)}:`,
  );
  const after = keys.toReversed().map((key) => (isPlace(key) ? ']' : '}'));
  return { before: before.join(''), after: after.join('') };
}

function isPlace(key: string): boolean {
  return /^[0-9]+$/u.test(key);
}

function placeOf(key: string): number {
  const place = Number(key);
  if (place > LAST_PLACE) {
    throw new Error(
      `The envelope is at place ${key} of a list; this sandbox has up to ${LAST_PLACE}`,
    );
  }
  return place;
}
