import { type Fields, post, textOf } from './support.ts';

/** A page as a browser without scripts has it. */
export type Opened = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What is read of it. */
  readonly text: string;
};

export async function open(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  return opened(await fetch(address, { headers }));
}

/** Presses a button: what it sends, and where that leads. Redirects within the sandbox are followed as a browser does. */
export async function press(
  address: string,
  fields: Readonly<Record<string, string>> = { from: 'page' },
  headers: Readonly<Record<string, string>> = {},
): Promise<Opened & { readonly path: string }> {
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
  const { pathname, search } = new URL(response.url);
  return { ...(await opened(response)), path: pathname + search };
}

async function opened(response: Response): Promise<Opened> {
  const html = await response.text();
  const text = html
    .slice(html.indexOf('<body>'))
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return { status: response.status, headers: response.headers, html, text };
}

/** Makes a request and gives its page's address. */
export async function pageOf(
  origin: string,
  flow: 'create' | 'build',
  body: Fields,
): Promise<string> {
  const { body: record } = await post(origin, flow, body);
  return `${origin}/pay/${textOf(record[flow === 'create' ? 'id' : 'uuid'])}`;
}
