import { type Context, Hono } from 'hono';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';

import { billImage } from './bill.ts';
import { type DepositDesk, findMerchant, receiveDeposit } from './deposits.ts';
import type { Flow } from './fields.ts';
import { LIMITS } from './limits.ts';
import { missingPage, paymentPage } from './paymentPage.ts';
import { readBody } from './readBody.ts';
import { type Refusal, fieldRefusal, refusal, refusalBody } from './refusal.ts';
import { PAGE_POLICY, SECURITY_HEADERS } from './securityHeaders.ts';

export type AppOptions = DepositDesk & { readonly port: number };

const ARRIVAL_TEXT_LONGEST = 255;

export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const hosts = new Set([`127.0.0.1:${options.port}`, `localhost:${options.port}`]);

  app.use(async (context, next) => {
    // A page of some site whose name was pointed at this machine (DNS rebinding) still sends that site's name.
    const host = context.req.header('host');
    if (host === undefined || !hosts.has(host)) {
      context.res = refuse(context, refusal(403, 'host_not_allowed', 'Unexpected Host header'));
    } else {
      await next();
    }
    for (const [name, value] of SECURITY_HEADERS) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });

  for (const flow of ['create', 'build'] as const) {
    const path = `/api/v1/requests/deposit/${flow}`;
    app.post(path, (context) => postDeposit(context, options, flow));
    app.all(path, (context) => refuseMethod(context, 'POST'));
  }
  app.get('/api/v1/requests/limit', (context) => getLimits(context, options));
  app.all('/api/v1/requests/limit', (context) => refuseMethod(context, 'GET'));
  app.get('/pay/:id', (context) => getPage(context, options));
  app.get('/bill/:file', (context) => getBill(context, options));

  app.notFound((context) => refuse(context, refusal(404, 'not_found', 'There is nothing here')));
  app.onError((error, context) => {
    process.stderr.write(`Sandbox provider: ${error.stack ?? error.message}\n`);
    return refuse(context, refusal(500, 'internal', 'The sandbox failed; see its terminal'));
  });
  return app;
}

async function postDeposit(context: Context, options: AppOptions, flow: Flow): Promise<Response> {
  const read = await readBody(context.req.raw);
  const body = read.ok ? read.body : {};
  const arrived = options.ledger.recordArrival({
    flow,
    merchant: shortText(body['merchant']),
    order_id: shortText(body['order_id']),
    at: new Date().toISOString(),
  });
  if (!read.ok) {
    await arrived;
    return refuse(context, read.refusal);
  }
  const signature = context.req.header(DEFAULT_DIALECT.signature.placement.name) ?? null;
  const [deposited] = await Promise.all([receiveDeposit(options, flow, body, signature), arrived]);
  return deposited.ok ? context.json(deposited.record, 200) : refuse(context, deposited.refusal);
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, ARRIVAL_TEXT_LONGEST) : null;
}

function getLimits(context: Context, options: AppOptions): Response {
  const merchant = context.req.query('merchant');
  if (merchant === undefined || merchant === '') {
    return refuse(context, fieldRefusal('merchant', 'missing_field', 'is required in the query'));
  }
  if (findMerchant(options.merchants, merchant) === null) {
    return refuse(context, refusal(403, 'merchant_unknown', 'No such merchant', 'merchant'));
  }
  return context.json(LIMITS, 200);
}

function getPage(context: Context, options: AppOptions): Response {
  const entry = options.ledger.find(context.req.param('id') ?? '');
  context.header('Content-Security-Policy', PAGE_POLICY);
  if (entry === null) return context.html(missingPage(), 404);
  return context.html(paymentPage(entry, context.req.query('method') ?? null), 200);
}

async function getBill(context: Context, options: AppOptions): Promise<Response> {
  const id = /^(?<id>[^.]+)\.png$/u.exec(context.req.param('file') ?? '')?.groups?.['id'] ?? '';
  const entry = options.ledger.find(id);
  // 2.5: a payment page has no bill.
  if (entry === null || entry.flow === 'build') return context.notFound();
  return context.body(await billImage(entry), 200, { 'Content-Type': 'image/png' });
}

function refuse(context: Context, given: Refusal): Response {
  return context.json(refusalBody(given), given.status);
}

function refuseMethod(context: Context, allowed: string): Response {
  context.header('Allow', allowed);
  return refuse(context, refusal(405, 'method_not_allowed', `Use ${allowed}`));
}
