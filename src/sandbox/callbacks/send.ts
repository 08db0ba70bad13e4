import http from 'node:http';
import https from 'node:https';

import type { Message } from '../ledgerNote.ts';

/** What became of one callback. `status` null: there was no answer, and `text` says why. */
export type Sent = { readonly status: number | null; readonly text: string };

const TIMEOUT_MS = 10_000;
const SHOWN = 200;
/** The rest of an answer is not read; its status is known by then. */
const READ_BYTES = 16 * 1024;

/**
 * Once, and to nowhere else than it was told: a redirect is an answer like any other. Not by fetch: where a server closes while its
 * answer is being read, undici of Node 24 ends the whole process with an assertion, and embedded that process is the desk's.
 */
export async function sendCallback(
  url: string,
  message: Message,
  closing: AbortSignal,
): Promise<Sent> {
  try {
    return await exchange(addressOf(url, message.query), message, closing);
  } catch (error) {
    return { status: null, text: error instanceof Error ? error.message : String(error) };
  }
}

function addressOf(url: string, query: string): URL {
  const address = new URL(url);
  address.hash = '';
  if (query !== '') {
    address.search = address.search === '' ? query : `${address.search}&${query}`;
  }
  return address;
}

function exchange(address: URL, message: Message, closing: AbortSignal): Promise<Sent> {
  const { method, headers, body } = message;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]);
  const ask = address.protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const length =
      body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body, 'utf8')) };
    const asked = ask(address, {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal,
    });
    asked.on('error', (error) => reject(signal.aborted ? whyAborted(closing) : error));
    asked.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const status = answer.statusCode ?? null;
      const done = (): void => {
        resolve({ status, text: Buffer.concat(chunks).toString('utf8').slice(0, SHOWN) });
        asked.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > READ_BYTES) done();
      });
      answer.on('error', (error) => reject(signal.aborted ? whyAborted(closing) : error));
      answer.on('end', done);
    });
    asked.end(body ?? undefined);
  });
}

function whyAborted(closing: AbortSignal): Error {
  return new Error(closing.aborted ? 'The sandbox closes' : `No answer in ${TIMEOUT_MS / 1000} s`);
}
