/** Text that is already safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/**
 * Everything put in is escaped, for text and for double-quoted attributes alike, unless it is Markup itself. Not called
 * `html`: formatters would then rearrange white space that the style's hash and the copied digits depend on.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.map((string, index) => string + render(parts[index] ?? null)).join('');
  return new Markup(text);
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return part.map(render).join('');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES.get(character) ?? '');
}
