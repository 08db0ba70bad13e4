import http from 'node:http';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import type { LoopbackProcess } from '../../contract/support/launchLoopback.ts';

const tokenSchema = z.looseObject({ token: z.string() });

export type Answered = { readonly status: number; readonly body: unknown };
/** Null: nobody answered. */
export type LoopbackCaller = {
  readonly token: string;
  readonly call: (name: string, body: string) => Promise<Answered | null>;
};

/** Speaks to the desk as its own page does, with a bearer of its own: what it is refused is refused for what it says. */
export async function openLoopbackCaller(
  host: Pick<LoopbackProcess, 'oneTimeUrl'>,
): Promise<LoopbackCaller> {
  const { origin, hash } = new URL(host.oneTimeUrl);
  const post = (path: string, headers: object, body: string): Promise<Answered | null> =>
    new Promise((resolve) => {
      const sent = http.request(`${origin}${path}`, {
        method: 'POST',
        // A line of its own each: one that is kept may be closed just when the next is being sent.
        agent: false,
        headers: {
          origin,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      });
      sent.on('error', () => resolve(null));
      sent.on('response', (answer) => {
        void json(answer).then(
          (said) => resolve({ status: answer.statusCode ?? 0, body: said }),
          () => resolve({ status: answer.statusCode ?? 0, body: null }),
        );
      });
      sent.end(body);
    });
  const code = hash.slice('#code='.length);
  const opened = await post('/api/session', {}, JSON.stringify({ code }));
  const { token } = tokenSchema.parse(opened?.body);
  return {
    token,
    call: (name, body) => post(`/api/op/${name}`, { authorization: `Bearer ${token}` }, body),
  };
}
