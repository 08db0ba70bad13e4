/**
 * The texts that a pasted signature can stand for: it may come with its header's name, a prefix, quotes, percent signs, or
 * broken into lines.
 */
export function readingsOf(pasted: string, ownPrefix: string): ReadonlySet<string> {
  const readings = new Set<string>();
  const add = (text: string): void => {
    const bare = text.replaceAll(/\s+/gu, '');
    if (bare !== '') readings.add(bare);
  };
  for (const text of [pasted, decoded(pasted)]) {
    const unquoted = text.trim().replace(/^(?<quote>["'`])(?<inside>.*)\k<quote>$/su, '$<inside>');
    const value = unquoted.replace(/^[\w-]+\s*:\s*/u, '');
    add(unquoted);
    add(value);
    if (ownPrefix !== '' && value.startsWith(ownPrefix)) add(value.slice(ownPrefix.length));
    // `Bearer …`, `sha256=…`, `v1=…`. An equals sign that more of them follow, or nothing, is base64's own.
    add(value.replace(/^[A-Za-z][\w-]*(?:\s+|=(?=[^=\s]))/u, ''));
  }
  return readings;
}

/** As it stands in an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
