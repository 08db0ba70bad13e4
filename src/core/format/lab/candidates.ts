import {
  ALGORITHMS,
  type Algorithm,
  KEY_TRANSFORMS,
  SECRET_POSITIONS,
  keyUseOf,
} from '#shared/dialect/schema.ts';
import { SEARCHED_SEPARATORS } from '#shared/domain/lab.ts';
import { assertNever } from '#shared/domain/result.ts';

import { type SigningRecipe, isPem } from '../../provider/sign.ts';

/** Everything that changes the bytes of a signature. How they are written is told apart by looking. */
export type Candidate = Omit<SigningRecipe, 'output'>;

/**
 * Every combination of the knobs that makes a difference. Those that an algorithm does not look at stay as the draft has them,
 * so that one way to sign is named once.
 */
export function candidatesFor(draft: Candidate, secret: string): readonly Candidate[] {
  return ALGORITHMS.flatMap((algorithm) => ofAlgorithm(algorithm, draft, secret));
}

function ofAlgorithm(algorithm: Algorithm, draft: Candidate, secret: string): readonly Candidate[] {
  const { secretUse, keyTransform } = draft;
  const keyUse = keyUseOf(algorithm);
  switch (keyUse) {
    case 'hmac':
      return KEY_TRANSFORMS.map((transform) => ({
        algorithm,
        secretUse,
        keyTransform: transform,
      }));
    case 'plain':
      return KEY_TRANSFORMS.flatMap((transform) =>
        secretUses(secretUse.separator).map((use) => ({
          algorithm,
          secretUse: use,
          keyTransform: transform,
        })),
      );
    case 'rsa':
      return isPem(secret) ? [{ algorithm, secretUse, keyTransform }] : [];
    default:
      return assertNever(keyUse);
  }
}

function secretUses(ownSeparator: string): readonly Candidate['secretUse'][] {
  const separators = new Set([ownSeparator, ...SEARCHED_SEPARATORS]);
  return SECRET_POSITIONS.flatMap((position) =>
    [...separators].map((separator) => ({ position, separator })),
  );
}
