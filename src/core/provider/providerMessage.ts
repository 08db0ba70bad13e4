import { readJson } from './readJson.ts';

const LONGEST = 500;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The provider's own words about a refusal, from the places where providers put them, or null. Shown, never parsed. */
export function providerMessage(body: string): string | null {
  const json = readJson(body);
  if (!json.ok) return plainText(body);
  const { value } = json;
  if (typeof value === 'string') return clip(value);
  if (!isRecord(value)) return null;
  const { error, message, detail, errors } = value;
  const inner = isRecord(error) ? error['message'] : undefined;
  const found = [inner, message, error, detail].find(
    (part) => typeof part === 'string' && part !== '',
  );
  if (typeof found === 'string') return clip(found);
  return errors === undefined || errors === null ? null : clip(listed(errors));
}

function listed(errors: unknown): string {
  if (!Array.isArray(errors)) return JSON.stringify(errors);
  return errors
    .map((item: unknown) => {
      if (typeof item === 'string') return item;
      return isRecord(item) && typeof item['message'] === 'string'
        ? item['message']
        : JSON.stringify(item);
    })
    .join('; ');
}

/** A page of HTML explains nothing in one line; a short plain text does. */
function plainText(body: string): string | null {
  const text = body.trim();
  return text === '' || text.startsWith('<') ? null : clip(text);
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
