import type { Overview, OverviewQuestion } from '../../log/port.ts';
import type { Finder } from '../finder.ts';
import type { Searches } from '../searches.ts';

export type Overviews = { readonly ask: (question: OverviewQuestion) => Promise<Overview> };

type Counted =
  | { readonly kind: 'done'; readonly overview: Overview }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A search goes first: an overview that is being counted is given up for it and begun again. Two of
 * them never give way to each other, but are counted one after the other.
 */
export function createOverviews(searches: Searches, ready: () => Finder): Overviews {
  let last: Promise<unknown> = Promise.resolve();

  async function counted(question: OverviewQuestion): Promise<Overview> {
    await searches.quiet();
    const answers: Counted[] = [];
    await searches.inBackground(counting(ready().overview(question), answers));
    const [answer] = answers;
    if (answer === undefined) return counted(question);
    if (answer.kind === 'failed') throw answer.error;
    return answer.overview;
  }
  return {
    ask(question) {
      const own = last.then(() => counted(question));
      last = own.catch(() => undefined);
      return own;
    },
  };
}

function* counting(
  work: Generator<undefined, Overview>,
  answers: Counted[],
): Generator<undefined, void> {
  try {
    answers.push({ kind: 'done', overview: yield* work });
  } catch (error) {
    answers.push({ kind: 'failed', error });
  }
}
