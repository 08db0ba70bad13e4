import type { Transport } from '#shared/contract/client.ts';

import { bridgeTransport } from './bridge.ts';
import { type FirstAnswers, askFirst } from './firstAnswers.ts';
import { post } from './loopback.ts';
import { type Session, openSession, reloadOnFreshLink } from './session.ts';

/** The desk behind the page, and what it was asked first. */
export type Host =
  | { readonly kind: 'bridge'; readonly transport: Transport; readonly first: First }
  | { readonly kind: 'loopback'; readonly token: string; readonly first: First }
  | (Session & { readonly kind: 'none' });
type First = Promise<FirstAnswers | null>;

export async function findHost(): Promise<Host> {
  const bridge = bridgeTransport(window);
  if (bridge !== null) {
    const transport = listening(bridge);
    return { kind: 'bridge', transport, first: askFirst(bridge.invoke) };
  }
  reloadOnFreshLink();
  const session = await openSession();
  if (session.kind === 'none') return session;
  const { token } = session;
  // A session that is over is found out again by the app, which has the words for it.
  const first = askFirst((name, input) => post(token, name, input, () => undefined));
  return { kind: 'loopback', token, first };
}

/** What is told between the first answers and the first listener is kept for it. */
function listening(transport: Transport): Transport {
  let missed: unknown[] = [];
  const stop = transport.subscribe((event) => missed.push(event));
  return {
    invoke: transport.invoke,
    subscribe(listener) {
      stop();
      const told = missed;
      missed = [];
      for (const event of told) listener(event);
      return transport.subscribe(listener);
    },
  };
}
