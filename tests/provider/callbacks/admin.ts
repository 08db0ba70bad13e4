import { type Context, Hono } from 'hono';

import type { Callbacks } from '#sandbox/callbacks/callbacks.ts';
import type { Ledger } from '#sandbox/ledger.ts';
import { type OnNode, readBody } from '#sandbox/readBody.ts';
import { type Refusal, fieldRefusal, refusal, refusalBody } from '#sandbox/refusal.ts';

import { readAsked } from './asked.ts';
import type { AskedCallbacks, Send } from './askedCallbacks.ts';
import { readPlan } from './readPlan.ts';

export type CallbackAdminOptions = {
  readonly callbacks: Callbacks;
  readonly asked: Pick<AskedCallbacks, 'arm' | 'sentOf'> & { readonly send: Send };
  readonly ledger: Ledger;
};

/** What `/admin/callbacks` answers. */
export function createCallbackAdmin({
  callbacks,
  asked: calls,
  ledger,
}: CallbackAdminOptions): Hono<OnNode> {
  const admin = new Hono<OnNode>();
  admin.post('/', async (context) => {
    const read = await readBody(context.env.incoming);
    if (!read.ok) return refuse(context, read.refusal ?? refusal(400, 'malformed_json', 'Cut off'));
    const asked = readAsked(read.body);
    if (!asked.ok) return refuse(context, asked.refusal);
    const { orderId, isBeforeAnswer } = asked.value;
    if (isBeforeAnswer) {
      calls.arm(asked.value);
      return context.json({ sent: [] });
    }
    const entry = ledger.entries().find((one) => one.order_id === orderId);
    if (entry === undefined) {
      return refuse(context, refusal(404, 'not_found', 'No such order was created here'));
    }
    const sent = await calls.send(entry, asked.value);
    return 'code' in sent ? refuse(context, sent) : context.json({ sent });
  });
  admin.get('/', (context) =>
    context.json({ sent: calls.sentOf(context.req.query('order_id') ?? '') }),
  );
  admin.post('/address', async (context) => {
    const read = await readBody(context.env.incoming);
    const url = read.ok ? read.body['url'] : undefined;
    if (url !== null && typeof url !== 'string') {
      return refuse(context, fieldRefusal('url', 'malformed', 'must be an address, or null'));
    }
    callbacks.setAccountUrl(url);
    return context.json({ url });
  });
  admin.get('/plan', (context) => context.json({ plan: callbacks.plan() }));
  admin.post('/plan', async (context) => {
    const read = await readBody(context.env.incoming);
    if (!read.ok) return refuse(context, read.refusal ?? refusal(400, 'malformed_json', 'Cut off'));
    const plan = readPlan(read.body);
    if (!plan.ok) return refuse(context, plan.refusal);
    callbacks.setPlan(plan.value);
    return context.json({ plan: plan.value });
  });
  return admin;
}

function refuse(context: Context, given: Refusal): Response {
  return context.json(refusalBody(given), given.status);
}
