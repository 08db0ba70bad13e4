import { FORM_BODY } from '#sandbox/formBody.ts';
import { JSON_BODY } from '#sandbox/readBody.ts';
import type { Voice } from '#sandbox/voice.ts';

import { encoded } from './charset.ts';
import { wrappingFor } from './envelope.ts';
import { callbackMessage } from './message.ts';
import { isUsableSecret, verifies } from './signatures.ts';

/** Speaks every provider format that a desk can be set to. */
export const EVERY_VOICE: Voice = {
  isUsableSecret,
  verifies,
  bodyOf: (encoding) => (encoding === 'form' ? FORM_BODY : JSON_BODY),
  encoded,
  wrappingFor,
  callback: callbackMessage,
};
