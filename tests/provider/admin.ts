import { createHash, timingSafeEqual } from 'node:crypto';

import { type Context, Hono } from 'hono';

import { type OnNode, readBody } from '#sandbox/readBody.ts';
import { type Refusal, refusal, refusalBody } from '#sandbox/refusal.ts';

import { type CallbackAdminOptions, createCallbackAdmin } from './callbacks/admin.ts';
import { FAULTS } from './faults/catalogue.ts';
import { type SetFault, type SetFaults, readSetFault } from './faults/setFaults.ts';

type AdminOptions = CallbackAdminOptions & {
  readonly token: string;
  readonly faults: SetFaults;
  readonly ports: () => readonly PortReport[];
};

export type PortReport = {
  readonly name: string;
  readonly role: 'provider' | 'proxy';
  readonly url: string;
  readonly connections: number | null;
  readonly tunnels: number | null;
};

/** Sets faults and tells the truth about what happened. Only there when the sandbox was started with a token. */
export function createAdmin(options: AdminOptions): Hono<OnNode> {
  const { faults, ledger } = options;
  const admin = new Hono<OnNode>();
  const expected = digest(`Bearer ${options.token}`);
  admin.use(async (context, next) => {
    // Digests have one length, so that comparing them tells nothing about the token, not even how long it is.
    const given = digest(context.req.header('authorization') ?? '');
    if (timingSafeEqual(given, expected)) {
      await next();
      return;
    }
    context.header('WWW-Authenticate', 'Bearer');
    context.res = refuse(
      context,
      refusal(401, 'token_wrong', 'The admin token is missing or wrong'),
    );
  });

  admin.post('/faults', async (context) => {
    const read = await readBody(context.env.incoming);
    if (!read.ok) return refuse(context, read.refusal ?? refusal(400, 'malformed_json', 'Cut off'));
    const asked = readSetFault(read.body);
    if (!asked.ok) return refuse(context, asked.refusal);
    if ('clear' in asked.value) faults.clear(asked.value.clear);
    else faults.set(asked.value);
    return context.json({ set: faults.list().map(shown) });
  });
  admin.get('/faults', (context) =>
    context.json({ set: faults.list().map(shown), catalogue: FAULTS }),
  );
  admin.get('/ledger', (context) => {
    const order = context.req.query('order_id');
    const entries = ledger.entries().filter((one) => order === undefined || one.order_id === order);
    return context.json({ entries });
  });
  admin.get('/arrivals', (context) => {
    const order = context.req.query('order_id');
    if (order === undefined) return context.json({ order_id: null, arrivals: ledger.arrivals() });
    return context.json({ order_id: order, arrivals: ledger.arrivalsOf(order) });
  });
  admin.route('/callbacks', createCallbackAdmin(options));
  admin.get('/ports', (context) => context.json({ ports: options.ports() }));
  return admin;
}

function shown({ orderId, fault, creates, times }: SetFault): object {
  return { order_id: orderId, fault: fault.name, creates, times, act: fault.act };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

function refuse(context: Context, given: Refusal): Response {
  return context.json(refusalBody(given), given.status);
}
