/**
 * The IPv4 address in the last 32 bits of an IPv6 one that begins as one of `heads` does; null: it begins otherwise. As the URL
 * parser writes it: hexadecimal groups in lower case, without leading zeros, an IPv4 tail among them.
 */
export function innerV4(address: string, heads: ReadonlySet<string>): string | null {
  const groups = groupsOf(address);
  if (!heads.has(groups.slice(0, 6).join(':'))) return null;
  return groups
    .slice(6)
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join('.');
}

/** Eight, of an address whose zeros may be left out once. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail ?? '')];
  if (tail === undefined) return before;
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}

function splitGroups(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
