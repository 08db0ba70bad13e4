import { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';

/**
 * `node --import` this file: from then on every handler that dispatch runs is counted and told to the test, whether the desk is
 * the built bundle or its sources. One expression is looked for and wrapped; where it is not found nothing is ever counted,
 * and the good calls of the suite, which must be, say so.
 */
const CALL = 'operations[name](parsedInput.data, actor.value)';
const COUNTED = `(globalThis.hostileHandlerRan(name), ${CALL})`;
const PLACES = /\/out\/main\/(?:chunks\/)?[^/]+\.js$|\/src\/core\/dispatch\.ts$/u;

const ownCall = new AsyncLocalStorage<string[]>();

/** The names of the handlers that one call ran: the page that is open beside it goes on asking for itself. */
export async function handlersRunBy<T>(
  call: () => Promise<T>,
): Promise<{ readonly ran: readonly string[]; readonly answer: T }> {
  const ran: string[] = [];
  return { ran, answer: await ownCall.run(ran, call) };
}

Object.assign(globalThis, {
  hostileHandlerRan: (name: string): void => {
    ownCall.getStore()?.push(name);
    process.send?.({ kind: 'handlerRan', value: name });
  },
});

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!PLACES.test(url) || loaded.source === undefined || loaded.source === null) return loaded;
    const source = textOf(loaded.source);
    return { ...loaded, source: source.replace(CALL, COUNTED) };
  },
});
