import { setImmediate as nextTurn } from 'node:timers/promises';

import { statementOf } from './shownPapers.ts';
import type { TeamPaper } from './signedCalls.ts';
import { type SignedPerson, isSigned, isSignedPerson, publicKeyText } from './signing.ts';

/** Signatures that are checked for one question; what is left is checked for the next one. */
const MAX_CHECKED = 500;
/** Records checked before the thread turns to its other work, so that a claim does not wait. */
const AT_ONCE = 10;
/** Results that are remembered: a record is checked once, however often it is asked for. */
const MAX_REMEMBERED = 20_000;

/**
 * Leaves out what bears no valid signature. Any login can put down as much of that as it likes, and each check is a third of a
 * millisecond: it is made in the thread that asks the server, within bounds, and never in the one that serves pages.
 */
export function createSieve() {
  const checks = createChecks();
  return {
    /** Records that the root signed, or one whom it signed. */
    async people(
      all: readonly SignedPerson[],
      teamId: string,
      rootKey: string,
    ): Promise<readonly SignedPerson[]> {
      checks.begin();
      const signed = (by: readonly SignedPerson[]): Promise<readonly SignedPerson[]> =>
        checks.those(
          by,
          (one) => JSON.stringify([teamId, one]),
          (one) => isSignedPerson(one, teamId),
        );
      const root = publicKeyText(rootKey);
      const byRoot = await signed(all.filter(({ signedBy }) => signedBy === root));
      const keys = new Set(byRoot.map(({ publicKey }) => publicKey));
      const others = all.filter(({ signedBy }) => signedBy !== root && keys.has(signedBy));
      return [...byRoot, ...(await signed(others))];
    },
    /** The same papers, with the signatures that are valid. */
    async papers(all: readonly TeamPaper[], teamId: string): Promise<readonly TeamPaper[]> {
      checks.begin();
      const signatures = all.flatMap((paper) => {
        const statement = statementOf(paper, teamId);
        return paper.public_keys.map((key, at) => {
          return { paper, statement, key, signature: paper.signatures[at] ?? '' };
        });
      });
      const good = await checks.those(
        signatures,
        ({ statement, key, signature }) => JSON.stringify([statement, key, signature]),
        ({ statement, key, signature }) => isSigned(statement, signature, key),
      );
      return all.map((paper) => {
        const own = good.filter((one) => one.paper === paper);
        const keys = own.map(({ key }) => key);
        return { ...paper, public_keys: keys, signatures: own.map(({ signature }) => signature) };
      });
    },
  };
}

/** Checks whose results are remembered. */
function createChecks() {
  const known = new Map<string, boolean>();
  let checked = 0;

  /** What could not be checked within the bound counts as unsigned until the next time. */
  async function isGood(key: string, check: () => boolean): Promise<boolean> {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (checked >= MAX_CHECKED) return false;
    checked += 1;
    if (checked % AT_ONCE === 0) await nextTurn();
    // The oldest goes, not all of them: otherwise more made-up records than this would keep a real one from its turn for ever.
    const [oldest] = known.size >= MAX_REMEMBERED ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    const is = check();
    known.set(key, is);
    return is;
  }
  async function those<T>(
    all: readonly T[],
    keyOf: (one: T) => string,
    check: (one: T) => boolean,
  ): Promise<readonly T[]> {
    const good: T[] = [];
    for (const one of all) if (await isGood(keyOf(one), () => check(one))) good.push(one);
    return good;
  }
  return {
    those,
    begin(): void {
      checked = 0;
    },
  };
}
