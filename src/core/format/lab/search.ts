import { setImmediate as nextTurn } from 'node:timers/promises';

import { OUTPUTS, type SignatureFormat } from '#shared/dialect/schema.ts';
import type { LabFinding } from '#shared/domain/lab.ts';

import { type SigningRecipe, signatureBytes, written } from '../../provider/sign.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { readingsOf } from './expected.ts';

/** So many at a stretch, a millisecond or two; then whatever else waits has its turn. */
const SLICE = 40;

type Found = Pick<LabFinding, 'tried' | 'matches'>;

/** Which combinations of the knobs make this signature of this text, and how many were tried. */
export function searchKnobs(
  text: string,
  secret: string,
  pasted: string,
  draft: SignatureFormat,
): Promise<Found> {
  const { algorithm, secretUse, keyTransform, placement } = draft;
  const readings = readingsOf(pasted, placement.prefix);
  const candidates = candidatesFor({ algorithm, secretUse, keyTransform }, secret);

  function tryOut(candidate: Candidate): Found {
    const signature = signatureBytes(text, secret, candidate);
    if (signature === null) return { tried: 0, matches: [] };
    const outputs = OUTPUTS.filter((output) => isWrittenAs(signature, output, readings));
    const matches = outputs.map((output) => ({ ...candidate, output }));
    return { tried: OUTPUTS.length, matches };
  }

  async function from(start: number, before: Found): Promise<Found> {
    const slice = candidates.slice(start, start + SLICE).map(tryOut);
    const found = {
      tried: slice.reduce((sum, { tried }) => sum + tried, before.tried),
      matches: [...before.matches, ...slice.flatMap(({ matches }) => matches)],
    };
    if (start + SLICE >= candidates.length) return found;
    await nextTurn();
    return from(start + SLICE, found);
  }
  return from(0, { tried: 0, matches: [] });
}

/** Hex is one number whatever its case; which case it is to be sent in is told by the letters, if they agree. */
function isWrittenAs(
  signature: Buffer,
  output: SigningRecipe['output'],
  readings: ReadonlySet<string>,
): boolean {
  const own = written(signature, output);
  if (readings.has(own)) return true;
  if (output === 'base64') return false;
  return [...readings].some(
    (reading) => isMixed(reading) && reading.toLowerCase() === own.toLowerCase(),
  );
}

function isMixed(hex: string): boolean {
  return hex !== hex.toLowerCase() && hex !== hex.toUpperCase();
}
