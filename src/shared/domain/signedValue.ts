/** Part 5, rule 1 joins values by `::`: with one of these inside or at an end two bodies could share one string to sign. */
export function isAmbiguousWhenSigned(value: string): boolean {
  return value.includes('::') || value.startsWith(':') || value.endsWith(':');
}
