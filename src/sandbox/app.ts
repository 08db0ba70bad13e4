import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';

import {
  type Carried,
  findSignatureFault,
  signatureMissing,
  takeLimitSignature,
  takeSignature,
} from './credentials.ts';
import {
  type DepositDesk,
  createDeposit,
  findSenderFault,
  recordAnswer,
  recordOf,
} from './deposits.ts';
import { type Faults, meetFault } from './faults.ts';
import type { Flow } from './fields.ts';
import { findMerchant } from './format.ts';
import { type BodyReader, type OnNode, type ReadBody, readBody } from './readBody.ts';
import { type Refusal, fieldRefusal, refusal, refusalBody, refusalStatus } from './refusal.ts';
import { SECURITY_HEADERS } from './securityHeaders.ts';

/** Where this provider is found. It answers to these names with this port, and to no other Host. */
export type Place = {
  /** scheme://host:port under which pages and bills open. */
  readonly origin: string;
  readonly port: number;
  readonly hostnames: readonly string[];
};

export type AppOptions = DepositDesk &
  Place & {
    /** Left out: every request is answered as it should be. */
    readonly faults?: Faults;
    /** Aborted when the sandbox closes. */
    readonly closing: AbortSignal;
    /** Routes besides the document's, behind the same checks of Host and Origin. */
    readonly addRoutes?: (app: Hono<OnNode>) => void;
    /** What `payment_data.url` opens. Left out: nothing. */
    readonly pages?: Hono<OnNode>;
    /** Whether a POST that is not signed is in the ledger too, and meets faults. */
    readonly recordsUnsigned: boolean;
    /** This connection has carried a signed request. */
    readonly keepSeat: (socket: Socket) => void;
  };

type Asked = Context<OnNode>;

const ARRIVAL_TEXT_LONGEST = 255;
/** Drawn from bill.svg by `npm run icons`; the same for every request. The build puts it beside the chunk. */
const BILL = join(import.meta.dirname, 'bill.png');

export function createApp(options: AppOptions): Hono<OnNode> {
  const app = new Hono<OnNode>();
  const hosts = new Set(options.hostnames.map((name) => `${name}:${options.port}`));
  const { protocol } = new URL(options.origin);
  const origins = new Set([...hosts].map((host) => `${protocol}//${host}`));

  app.use(async (context, next) => {
    // A page of some site whose name was pointed at this machine (DNS rebinding) still sends that site's name.
    const host = context.req.header('host');
    // Browsers name the page's origin with every POST; a program that is no browser names none.
    const origin = context.req.header('origin');
    if (host === undefined || !hosts.has(host)) {
      context.res = refuse(options, refusal(403, 'host_not_allowed', 'Unexpected Host header'));
    } else if (origin !== undefined && !origins.has(origin)) {
      context.res = refuse(options, refusal(403, 'origin_not_allowed', 'Unexpected Origin header'));
    } else {
      await next();
    }
    for (const [name, value] of SECURITY_HEADERS) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });

  options.addRoutes?.(app);
  for (const flow of ['create', 'build'] as const) {
    const path = `/api/v1/requests/deposit/${flow}`;
    app.post(path, (context) => postDeposit(context, options, flow));
    app.all(path, () => refuseMethod(options, 'POST'));
  }
  app.get('/api/v1/requests/limit', (context) => getLimits(context, options));
  app.all('/api/v1/requests/limit', () => refuseMethod(options, 'GET'));
  if (options.pages !== undefined) app.route('/pay', options.pages);
  app.get('/bill/:file', (context) => getBill(context, options));

  app.notFound(() => refuse(options, refusal(404, 'not_found', 'There is nothing here')));
  app.onError((error) => {
    process.stderr.write(`Sandbox provider: ${error.stack ?? error.message}\n`);
    return refuse(options, refusal(500, 'internal', 'The sandbox failed; see its terminal'));
  });
  return app;
}

async function postDeposit(context: Asked, options: AppOptions, flow: Flow): Promise<Response> {
  const { faults, format, closing } = options;
  const reader = format.voice.bodyOf(format.dialect.body);
  const read = await readBody(context.env.incoming, reader, stopsReading(options, reader, flow));
  const sent = takeSignature(format.dialect, read.ok ? read.body : {}, carriedBy(context));
  const senderFault = read.ok ? findSenderFault(options, flow, sent) : null;
  const isSigned = read.ok && senderFault === null;
  if (isSigned) options.keepSeat(context.env.incoming.socket);
  if (!isSigned && !options.recordsUnsigned) {
    const no = read.ok ? senderFault : read.refusal;
    return no === null ? answeredBelow() : refuse(options, no);
  }
  const { merchant, orderId } = namesIn(read, reader);
  const at = new Date().toISOString();
  const arrived = options.ledger.recordArrival({ flow, merchant, order_id: orderId, at });
  const met = orderId === null ? null : (faults?.take(orderId, flow) ?? null);
  if (!read.ok && read.refusal !== null) {
    await arrived;
    return refuse(options, read.refusal);
  }
  if (met !== null && orderId !== null) {
    await arrived;
    const { url } = context.req;
    const { outgoing } = context.env;
    const { body } = sent;
    const asked = { desk: options, flow, body, senderFault, orderId, url, outgoing, closing };
    const answer = await meetFault(asked, met);
    if (answer === null) return answeredBelow();
    return answer instanceof Response ? answer : refuse(options, answer);
  }
  if (!read.ok) {
    await arrived;
    return answeredBelow();
  }
  if (senderFault !== null) {
    await arrived;
    return refuse(options, senderFault);
  }
  const [deposited] = await Promise.all([createDeposit(options, flow, sent.body), arrived]);
  if (!deposited.ok) return refuse(options, deposited.refusal);
  return recordAnswer(format, recordOf(options, deposited.entry));
}

/** null: no fault that is set ends a request before all of it was read, so nothing has to be looked at meanwhile. */
function stopsReading(
  { faults }: AppOptions,
  reader: BodyReader,
  flow: Flow,
): ((soFar: Buffer) => boolean) | null {
  const stops = faults?.stopsReading?.(flow) ?? null;
  if (stops === null) return null;
  return (soFar) => {
    const order = reader.peekOrderId(soFar);
    return order !== null && stops(order);
  };
}

function carriedBy(context: Asked): Carried {
  return {
    header: (name) => context.req.header(name),
    query: (name) => context.req.query(name),
  };
}

/** Whose order arrived, as far as it did. */
function namesIn(read: ReadBody, reader: BodyReader) {
  if (read.ok) {
    const { merchant, order_id } = read.body;
    return { merchant: shortText(merchant), orderId: shortText(order_id) };
  }
  const orderId = read.refusal === null ? reader.peekOrderId(read.soFar) : null;
  return { merchant: null, orderId };
}

/** Tells Hono's server that nothing is left to send: the client is gone, or its socket was spoken to directly. */
function answeredBelow(): Response {
  // A new one each time, for headers are added to it.
  return new Response(null, { headers: RESPONSE_ALREADY_SENT.headers });
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, ARRIVAL_TEXT_LONGEST) : null;
}

function getLimits(context: Asked, options: AppOptions): Response {
  const { format } = options;
  const carried = carriedBy(context);
  const isNamed = format.dialect.limitRequest !== 'unsigned';
  const merchant = isNamed ? (carried.query('merchant') ?? '') : null;
  const fault =
    merchant === '' ? fieldRefusal('merchant', 'missing_field', 'is required in the query') : null;
  const headerFault = fault ?? format.findHeaderFault({ header: carried.header, merchant });
  if (headerFault !== null) return refuse(options, headerFault);
  const known = merchant === null ? null : findMerchant(options.merchants, merchant);
  if (merchant !== null && known === null) {
    return refuse(options, refusal(403, 'merchant_unknown', 'No such merchant', 'merchant'));
  }
  if (format.dialect.limitRequest === 'signed' && merchant !== null && known !== null) {
    const given = takeLimitSignature(format.dialect, carried) ?? '';
    if (given === '') return refuse(options, signatureMissing(format.dialect, true));
    const signed = { text: merchant, of: 'the merchant' };
    const wrong = findSignatureFault(format, known.secret, signed, given);
    if (wrong !== null) return refuse(options, wrong);
  }
  return json(format.limitsAnswer);
}

async function getBill(context: Asked, options: AppOptions): Promise<Response> {
  const id = /^(?<id>[^.]+)\.png$/u.exec(context.req.param('file') ?? '')?.groups?.['id'] ?? '';
  const entry = options.ledger.find(id);
  // 2.5: a payment page has no bill.
  if (entry === null || entry.flow === 'build') return context.notFound();
  return context.body(await readFile(BILL), 200, { 'Content-Type': 'image/png' });
}

function json(text: Buffer, status = 200, more: Readonly<Record<string, string>> = {}): Response {
  const headers = { 'Content-Type': 'application/json', ...more };
  return new Response(Uint8Array.from(text), { status, headers });
}

/** Where and with which status the format looks for a no. */
function refuse(
  { format: { dialect, voice } }: AppOptions,
  given: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(refusalBody(given, dialect.errorPaths));
  return json(voice.encoded(text, dialect.answerCharset), refusalStatus(given, dialect), headers);
}

function refuseMethod(options: AppOptions, allowed: string): Response {
  return refuse(options, refusal(405, 'method_not_allowed', `Use ${allowed}`), { Allow: allowed });
}
