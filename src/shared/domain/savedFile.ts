/** What the page makes and hands over to be saved, by the ending that a system would open it by. Electron lets nothing else be saved. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['csv', 'text/csv'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]);

/** Undefined: no file of this app's. */
export function savedType(name: string): string | undefined {
  return TYPES.get(/\.([a-z]+)$/u.exec(name)?.[1] ?? '');
}
