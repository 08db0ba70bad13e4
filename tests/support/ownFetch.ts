import http from 'node:http';

type Asked = {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** An answer of these has no body, and a `Response` of one may not be given any. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * For what a suite asks its own servers: one connection each. One that is kept open is closed by the server after a few idle
 * seconds, and on a busy machine just when the next question is being written to it. Not by fetch: where the server closes
 * while its answer is being read, undici of Node 24 ends the whole process with an assertion (seen in the crash suite).
 */
export function ownFetch(address: string, asked: Asked): Promise<Response> {
  const { method = 'GET', headers, body = '' } = asked;
  return new Promise((resolve, reject) => {
    const sent = http.request(address, { method, agent: false, headers: { ...headers } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve(responseOf(answer, Buffer.concat(chunks))));
    });
    sent.end(body);
  });
}

function responseOf(
  { statusCode: status = 0, headers }: http.IncomingMessage,
  body: Buffer,
): Response {
  const type = headers['content-type'];
  return new Response(BODILESS.has(status) ? null : new Uint8Array(body), {
    status,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  });
}
