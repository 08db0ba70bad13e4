import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

type TreeDifference = {
  readonly kind: 'differs' | 'missing' | 'additional';
  /** From the root of its tree, with `/`. */
  readonly name: string;
};

export type TreeComparison = {
  /** Files that both trees have. */
  readonly compared: number;
  readonly differences: readonly TreeDifference[];
};

/** `missing` and `additional` are said of the second tree. Permissions are not compared: a package of the registry keeps few. */
export function compareTrees(first: string, second: string): TreeComparison {
  const [left, right] = [digestsIn(first), digestsIn(second)];
  const both = [...left.keys()].filter((name) => right.has(name));
  const rows = (kind: TreeDifference['kind'], names: readonly string[]): TreeDifference[] =>
    names.map((name) => ({ kind, name }));
  return {
    compared: both.length,
    differences: [
      ...rows(
        'differs',
        both.filter((name) => left.get(name) !== right.get(name)),
      ),
      ...rows(
        'missing',
        [...left.keys()].filter((name) => !right.has(name)),
      ),
      ...rows(
        'additional',
        [...right.keys()].filter((name) => !left.has(name)),
      ),
    ],
  };
}

/** A link counts as what it points to by name, so that it never equals a file. */
function digestsIn(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return new Map(
    names.flatMap((name) => {
      const file = path.join(root, name);
      const facts = lstatSync(file);
      if (facts.isDirectory()) return [];
      const digest = facts.isSymbolicLink() ? `link to ${readlinkSync(file)}` : digestOf(file);
      return [[name.split(path.sep).join('/'), digest]];
    }),
  );
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
