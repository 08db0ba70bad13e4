/** docs/security.md as data: its tables are what the test and the scan hold. */

export type Point = {
  readonly number: number;
  readonly name: string;
  /** `file › title`, as many as hold it. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  /** Why it does not apply, where no test holds it. */
  readonly reason: string;
};

/** `| 7 | Name | text |` and lines of "- `file` › title" below the heading of a point. */
export function readPoints(doc: string): readonly Point[] {
  const parts = doc.split(/^### (?=\d+\. )/mu).slice(1);
  return parts.map((part) => {
    const [head = '', ...lines] = part.split('\n');
    const end = lines.findIndex((line) => line.startsWith('#'));
    const body = end === -1 ? lines : lines.slice(0, end);
    const [, number = '', name = ''] = /^(\d+)\. (.+)$/u.exec(head) ?? [];
    const tests = body.flatMap((line) => {
      const [, file, title] = /^- `([^`]+)` › (.+)$/u.exec(line) ?? [];
      return file === undefined || title === undefined ? [] : [{ file, title }];
    });
    const [, reason = ''] = /^Does not apply: (.+)$/mu.exec(body.join('\n')) ?? [];
    return { number: Number(number), name, tests, reason };
  });
}

/** `CHECK_ID file` of every row below "What the scanner says". */
export function explainedFindings(doc: string): ReadonlySet<string> {
  const rows = doc.matchAll(/^\| `(?<id>[A-Z_]+_CHECK)` \| (?:`(?<file>[^`]+)`|—) \| .+ \|$/gmu);
  return new Set(
    [...rows].map(({ groups }) => `${groups?.['id']} ${groups?.['file'] ?? ''}`.trim()),
  );
}
