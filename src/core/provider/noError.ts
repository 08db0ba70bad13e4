import { isRecord } from './valueAt.ts';

/** A success status with an error object beside or instead of the record says two things at once. */
export function isFailing(value: unknown, noErrorValues: readonly string[]): boolean {
  if (!isRecord(value)) return false;
  const { error, errors, success, ok, status } = value;
  const flags: readonly unknown[] = [success, ok, status];
  return (
    !isNoError(error, noErrorValues) || !isNoError(errors, noErrorValues) || flags.includes(false)
  );
}

/**
 * Providers that always send `error` write "none" as null, false, 0, an empty text, list or object, or an object of those. Any
 * other word for it is a knob.
 */
function isNoError(value: unknown, noErrorValues: readonly string[]): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) {
    return true;
  }
  if (typeof value === 'object') {
    return Object.values(value).every((own) => isNoError(own, noErrorValues));
  }
  return isWord(value) && noErrorValues.includes(String(value));
}

function isWord(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
