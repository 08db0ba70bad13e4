import type { Message } from './message.ts';

/** What became of one callback. `status` null: nobody answered, and `text` says why. */
export type Sent = { readonly status: number | null; readonly text: string };

const TIMEOUT_MS = 10_000;
const SHOWN = 200;

/** Once, and to nowhere else than it was told: a redirect is an answer like any other. */
export async function sendCallback(message: Message): Promise<Sent> {
  try {
    const answer = await fetch(message.url, {
      method: message.method,
      headers: message.headers,
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return { status: answer.status, text: text.slice(0, SHOWN) };
  } catch (error) {
    return { status: null, text: error instanceof Error ? error.message : String(error) };
  }
}
