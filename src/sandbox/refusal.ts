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

export function refusalBody(given: Refusal): object {
  const { code, message, field } = given;
  return { error: field === null ? { code, message } : { code, message, field } };
}
