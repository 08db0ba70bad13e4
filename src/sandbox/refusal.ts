import type { Dialect } from '#shared/dialect/schema.ts';

/** A definite no. The document shows no errors (part 7): statuses, codes and shape are this sandbox's own. */
export type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500;
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
};

export function refusal(
  status: Refusal['status'],
  code: string,
  message: string,
  field: string | null = null,
): Refusal {
  return { status, code, message, field };
}

/** The message begins with the field's name, so that a client which shows only the message still helps. */
export function fieldRefusal(field: string, code: string, rule: string): Refusal {
  return refusal(422, code, `${field}: ${rule}`, field);
}

const DEFAULT_PATH = 'error.message';
const EACH = '[]';

/** The message stands at the first place where the format looks for one; what else there is to say stands beside it. */
export function refusalBody(
  given: Omit<Refusal, 'status'>,
  errorPaths: readonly string[] = [DEFAULT_PATH],
): object {
  const keys = (errorPaths[0] ?? DEFAULT_PATH).split('.');
  const last = keys.at(-1) ?? '';
  const { code, message, field } = given;
  const name = last.endsWith(EACH) ? last.slice(0, -EACH.length) : last;
  const beside = field === null ? { code } : { code, field };
  const inner = { ...beside, [name]: last.endsWith(EACH) ? [message] : message };
  return keys.slice(0, -1).reduceRight<object>((inside, key) => {
    return key.endsWith(EACH) ? { [key.slice(0, -EACH.length)]: [inside] } : { [key]: inside };
  }, inner);
}

/** Whether it was created is open after these, even where the format lists them as a definite no. */
const NEVER_DEFINITE: ReadonlySet<number> = new Set([409, 500]);

/** A no of this sandbox has a status that the format takes for one. */
export function refusalStatus(
  { status }: Refusal,
  { definiteNoStatuses }: Pick<Dialect, 'definiteNoStatuses'>,
): number {
  if (NEVER_DEFINITE.has(status) || definiteNoStatuses.includes(status)) return status;
  return definiteNoStatuses[0] ?? status;
}
