import { type Dimension, METHODS, type Value, dimensionsOf } from './dimensions.ts';
import type { Target } from './target.ts';
import { say } from './wire.ts';

/** `may`: whether it is to be served. Everything else is to be refused, in whatever words. */
type Row = { readonly name: string; readonly may: boolean; readonly text: string };

type Door = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Of the dimensions, those that do not matter here. */
  readonly open: readonly string[];
};

const AT_ONCE = 12;

export type RowsResult = { readonly rows: number; readonly wrong: readonly string[] };

/** Every way to say one thing wrongly, and every two of them at once. */
export async function tryWireRows(target: Target): Promise<RowsResult> {
  const rows = [...callRows(target), ...pageRows(target), ...oddRows(target)];
  const wrong: string[] = [];
  const queue = rows.values();
  const work = async (): Promise<void> => {
    for (const row of queue) {
      const fault = await faultOf(row, target);
      if (fault !== null) wrong.push(`${row.name}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { rows: rows.length, wrong };
}

async function faultOf({ may, text }: Row, { port }: Target): Promise<string | null> {
  const { statuses, head } = await say(port, text);
  const served = statuses.filter((status) => status < 400);
  if (!may && served.length > 0) return `was answered ${served.join(', ')}`;
  if (may && served.length === 0) return `was refused with ${statuses.join(', ')}`;
  if (statuses.some((status) => status >= 500)) return 'made the desk fail';
  if (/^(?:access-control-|set-cookie)/imu.test(head)) return 'was given leave or a cookie';
  return null;
}

function callRows(target: Target): readonly Row[] {
  const { issue, code, proofId } = target;
  const post = (path: string, body: string, open: readonly string[] = []): Door => ({
    method: 'POST',
    path,
    body,
    open,
  });
  const dimensions = dimensionsOf(target);
  const issuing = post('/api/op/issue.create', issue);
  const doors = [
    post('/api/events', '{}'),
    post('/api/session', JSON.stringify({ code }), ['token']),
    post('/api/prove', JSON.stringify({ id: proofId, nonce: 'n'.repeat(43) }), ['token']),
    post('/api/op/nothing.known', '{}'),
    post('/api/', '{}'),
  ];
  return [
    ...singles(dimensions).flatMap((values) => rowsOf(issuing, values)),
    ...pairs(dimensions).flatMap((values) => rowsOf(issuing, values)),
    ...doors.flatMap((door) => singles(dimensions).flatMap((values) => rowsOf(door, values))),
    ...METHODS.slice(1).flatMap((method) =>
      [issuing, ...doors].map((door) => rowOf({ ...door, method }, goods(dimensions), false)),
    ),
  ];
}

/** What would change something is only tried where it must be refused: what may pass asks something harmless instead. */
function rowsOf(door: Door, values: readonly Picked[]): readonly Row[] {
  const fits = values.every(
    ({ of, value }) => value.fits || (door.open.includes(of) && value.name !== 'twice'),
  );
  if (!fits) return [rowOf(door, values, false)];
  if (door.path === '/api/events' || door.path === '/api/prove') return [rowOf(door, values, true)];
  if (!door.path.startsWith('/api/op/issue')) return [];
  return [rowOf({ ...door, path: '/api/op/app.info', body: '{}' }, values, true)];
}

/** Reading the page needs no Origin; whoever names one names ours. Other sites may link to it, and to nothing else. */
function pageRows(target: Target): readonly Row[] {
  const dimensions = dimensionsOf(target).filter(({ name }) =>
    ['Host', 'Origin', 'upgrade', 'Sec-Fetch-Site'].includes(name),
  );
  const fits = ({ of, value }: Picked): boolean =>
    value.fits ||
    (of === 'Origin' && value.name === '(none)') ||
    (of === 'Sec-Fetch-Site' && value.name === 'none');
  const paths = ['/', target.script];
  const loads = paths.flatMap((path) =>
    [...singles(dimensions), ...pairs(dimensions)].map((values) =>
      rowOf({ method: 'GET', path, body: '', open: [] }, values, values.every(fits)),
    ),
  );
  const others = METHODS.filter((method) => method !== 'GET' && method !== 'HEAD').flatMap(
    (method) =>
      paths.map((path) => rowOf({ method, path, body: '', open: [] }, goods(dimensions), false)),
  );
  return [...loads, ...others, ...navigations(target)];
}

const DESTS = ['document', 'iframe', 'frame', 'embed', 'object', 'image', 'script', 'empty'];

function navigations({ host, script }: Target): readonly Row[] {
  const head = (path: string, mode: string, dest: string): string =>
    lines(
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Sec-Fetch-Site: cross-site',
      `Sec-Fetch-Mode: ${mode}`,
      `Sec-Fetch-Dest: ${dest}`,
      'Connection: close',
    );
  return ['/', script, '/api/events', '/api/op/app.info'].flatMap((path) =>
    DESTS.flatMap((dest) =>
      ['navigate', 'no-cors', 'cors', 'websocket'].map((mode) => ({
        name: `GET ${path} from another site as ${dest}, ${mode}`,
        may: path === '/' && mode === 'navigate' && dest === 'document',
        text: head(path, mode, dest),
      })),
    ),
  );
}

/** What no browser says, but a program can. The bearer is good in all of them. */
function oddRows(target: Target): readonly Row[] {
  const { host, origin, token, issue } = target;
  const own = [
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ];
  const length = `Content-Length: ${Buffer.byteLength(issue)}`;
  const whole = (first: string, ...more: readonly string[]): string =>
    `${lines(first, ...own, length, 'Connection: close', ...more)}${issue}`;
  const path = '/api/op/issue.create';
  const post = `POST ${path} HTTP/1.1`;
  const refused = lines(`GET ${path} HTTP/1.1`, `Host: rebound.example`);
  const texts: Readonly<Record<string, string>> = {
    'an absolute target': whole(`POST ${origin}${path} HTTP/1.1`),
    'another’s absolute target': whole(`POST http://rebound.example${path} HTTP/1.1`),
    'an escaped path': whole('POST /%61pi/op/issue.create HTTP/1.1'),
    'an escaped name': whole('POST /api/op/issue%2Ecreate HTTP/1.1'),
    'two slashes': whole(`POST /${path} HTTP/1.1`),
    'dots in the path': whole('POST /x/../api/op/issue.create HTTP/1.1'),
    'a backslash': whole(String.raw`POST \api\op\issue.create HTTP/1.1`),
    'the whole server': whole('OPTIONS * HTTP/1.1'),
    'a method spelt small': whole(`post ${path} HTTP/1.1`),
    'HTTP/1.0 without a host': lines('GET / HTTP/1.0'),
    'HTTP/0.9': 'GET /\r\n\r\n',
    'HTTP/2 at once': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    TLS: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003',
    'two lengths': whole(post, 'Content-Length: 0'),
    'a length and chunks': whole(post, 'Transfer-Encoding: chunked'),
    'chunks without a length': `${lines(post, ...own, 'Transfer-Encoding: chunked', 'Connection: close')}${issue.length.toString(16)}\r\n${issue}\r\n0\r\n\r\n`,
    'no length': lines(post, ...own, 'Connection: close'),
    'a length that is none': `${lines(post, ...own, 'Content-Length: +2')}{}`,
    'more than a mebibyte': lines(post, ...own, 'Content-Length: 1048577', 'Connection: close'),
    'headers without end': lines(post, ...own, length, `Cookie: ${'a'.repeat(20_000)}`),
    'a folded header': whole(post, 'X-Folded: a', ' b'),
    'a space before the colon': whole(post, 'Host : rebound.example'),
    'leave to send asked for': whole(post, 'Expect: 100-continue'),
    'another expectation': whole(post, 'Expect: 200-ok'),
    'a body that is packed': whole(post, 'Content-Encoding: gzip'),
    'a service worker': whole('GET /sw.js HTTP/1.1', 'Service-Worker: script'),
    'a refused one and then a good one': `${refused}${whole(post)}`,
    'a bearer in the address': `${lines(
      `POST ${path}?access_token=${token} HTTP/1.1`,
      ...own.filter((line) => !line.startsWith('Authorization')),
      length,
      'Connection: close',
    )}${issue}`,
  };
  return Object.entries(texts).map(([name, text]) => ({ name, may: false, text }));
}

type Picked = { readonly of: string; readonly value: Value };

function goods(dimensions: readonly Dimension[]): readonly Picked[] {
  return dimensions.flatMap(({ name, values }) =>
    values.slice(0, 1).map((value) => ({ of: name, value })),
  );
}

/** All as our page says it, and then each value of each dimension in turn. */
function singles(dimensions: readonly Dimension[]): readonly (readonly Picked[])[] {
  return [
    goods(dimensions),
    ...dimensions.flatMap(({ name, values }) =>
      values.slice(1).map((value) => replaced(goods(dimensions), { of: name, value })),
    ),
  ];
}

function pairs(dimensions: readonly Dimension[]): readonly (readonly Picked[])[] {
  return dimensions.flatMap((one, at) =>
    dimensions.slice(at + 1).flatMap((other) =>
      one.values.slice(1).flatMap((first) =>
        other.values.slice(1).map((second) =>
          replaced(replaced(goods(dimensions), { of: one.name, value: first }), {
            of: other.name,
            value: second,
          }),
        ),
      ),
    ),
  );
}

function replaced(picked: readonly Picked[], by: Picked): readonly Picked[] {
  return picked.map((one) => (one.of === by.of ? by : one));
}

function rowOf({ method, path, body }: Door, values: readonly Picked[], may: boolean): Row {
  const upgrades = values.some(({ of, value }) => of === 'upgrade' && value.lines.length > 0);
  const said = values.flatMap(({ value }) => value.lines);
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const close = upgrades ? [] : ['Connection: close'];
  const told = values.map(({ of, value }) => `${of} ${value.name}`).join(', ');
  return {
    name: `${method} ${path} with ${told}`,
    may,
    text: `${lines(`${method} ${path} HTTP/1.1`, ...said, ...length, ...close)}${body}`,
  };
}

function lines(...all: readonly string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}
