import { z } from 'zod';

import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { MAX_PROFILE_FILE } from '../domain/profileFile.ts';
import type { OperationName } from './names.ts';

/** Inputs that several domains use. */
export const nothing = z.strictObject({});
export const ofRequest = z.strictObject({ intentId: intentIdSchema });
export const ofProfile = z.strictObject({ profileId: profileIdSchema });
export const ofCustomer = z.strictObject({
  profileId: profileIdSchema,
  customer: z.string().min(1).max(4096),
});
export const ofId = z.strictObject({ id: z.uuid() });

/** Everything the page sends is far below it, but for a file. */
export const MAX_INPUT_BYTES = 1024 * 1024;
/** A letter beyond ASCII takes up to three bytes for each unit that the contract counts, a quote in JSON two. */
const MAX_FILE_BYTES = 3 * MAX_PROFILE_FILE + MAX_INPUT_BYTES;

const CARRY_FILE: ReadonlySet<string> = new Set<OperationName>([
  'profileFile.preview',
  'profileFile.import',
  'request.addPicture',
]);

/** How many bytes of input a host takes for an operation; also for a name that is none. */
export function inputCap(name: string): number {
  return CARRY_FILE.has(name) ? MAX_FILE_BYTES : MAX_INPUT_BYTES;
}
