import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';

import { type AppPage, readLook } from '#core/desk/page/appPage.ts';
import type { Caller, Services } from '#core/ports.ts';
import { inputCap } from '#shared/contract/operations.ts';
import type { Access, Admission } from './access.ts';
import { type OwnAddress, type RefusalCode, API_HEADERS, refusalBody } from './door.ts';
import type { EventStreams } from './eventStream.ts';
import type { GuardedServer } from './guardedServer.ts';

/** For a request that has not shown a bearer yet. */
const MAX_STRANGER_BODY_BYTES = 1024;
const sessionSchema = z.strictObject({ code: z.string().max(256) });
const secretText = z.string().regex(/^[A-Za-z0-9_-]{43}$/u);
const proveSchema = z.strictObject({ id: secretText, nonce: secretText });

export type RoutesOptions = {
  readonly access: Access;
  readonly streams: EventStreams;
  readonly page: AppPage;
  readonly services: Pick<Services, 'dispatch' | 'mayHear'>;
  /** Known once the server listens. */
  readonly own: () => OwnAddress;
  readonly keepSeat: GuardedServer['keepSeat'];
};

type Env = {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly admission: Admission };
};
type Middleware = MiddlewareHandler<Env>;

/** The door has asked whose request it is. Here each check stands before the next may even look: whose bearer, what it carries, how much of it. */
export function createRoutes(options: RoutesOptions): Hono<Env> {
  const { access, streams, page, own } = options;
  const { dispatch, mayHear } = options.services;
  const app = new Hono<Env>();
  const onlyBearer = onlyAdmitted(options);
  const small = [onlyJson, onlyUpTo(MAX_STRANGER_BODY_BYTES)] as const;
  app.post('/api/session', ...small, async (context) => {
    const asked = sessionSchema.safeParse(await readJson(context));
    const given = asked.success ? access.exchangeCode(asked.data.code) : null;
    if (given === null) return refuse(401, 'not_authorised', 'The code is wrong, spent or too old');
    return answer(200, given);
  });
  app.post('/api/prove', ...small, async (context) => {
    const asked = proveSchema.safeParse(await readJson(context));
    if (!asked.success) return refuse(400, 'invalid_input', 'An id and a nonce are asked for');
    const { id, nonce } = asked.data;
    const proof = access.prove(id, nonce, own().origin);
    if (proof === null) return refuse(401, 'not_authorised', 'This desk never gave that session');
    return answer(200, { proof });
  });
  app.post('/api/events', onlyBearer, ...small, (context) => {
    const admission = context.get('admission');
    const caller = callerOf(admission);
    const stream = streams.open(admission.isAlive, (event) => mayHear(caller, event));
    return new Response(stream, { headers: STREAM_HEADERS });
  });
  app.post('/api/op/:name', onlyBearer, onlyJson, onlyItsInput, async (context) => {
    const input = await readJson(context);
    if (input === undefined) return refuse(400, 'invalid_input', 'The body is not JSON');
    const caller = callerOf(context.get('admission'));
    return answer(200, await dispatch(caller, context.req.param('name'), input));
  });
  app.all('/api/*', onlyBearer, () => refuse(404, 'unknown_operation', 'There is nothing here'));
  app.all('*', servePage(page, dispatch));
  app.onError((error) => refuse(500, 'internal', error.message));
  return app;
}

/** A tab, by its session. */
function callerOf({ pageId }: Admission): Caller {
  return { kind: 'page', pageId };
}

function onlyAdmitted({
  access,
  keepSeat,
}: Pick<RoutesOptions, 'access' | 'keepSeat'>): MiddlewareHandler<Env> {
  return async (context, next) => {
    const isAttended = context.req.header('desk-attended') === '1';
    const admission = access.admit(context.req.header('authorization'), isAttended);
    if (admission === null) {
      return refuse(401, 'not_authorised', 'This needs the bearer of a one-time code');
    }
    context.set('admission', admission);
    keepSeat(context.env.incoming.socket);
    return await next();
  };
}

/** A form or a plain-text post from another site can never carry this type without asking first. */
const onlyJson: Middleware = async (context, next) => {
  const type = (context.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const isPacked = context.req.header('content-encoding') !== undefined;
  if (type !== 'application/json' || isPacked) {
    return refuse(415, 'invalid_input', 'Only JSON is read here');
  }
  return await next();
};

/** The announced length is what Node then reads, so nothing larger is ever held; browsers always announce one. */
function onlyUpTo(mostBytes: number): Middleware {
  return async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined) return refuse(411, 'invalid_input', 'The body’s length is missing');
    if (Number(length) > mostBytes) return refuse(413, 'invalid_input', 'The body is too large');
    return await next();
  };
}

/** Behind the bearer, as what a profile's file weighs is no stranger's to send. */
const onlyItsInput: Middleware = async (context, next) =>
  await onlyUpTo(inputCap(context.req.param('name') ?? ''))(context, next);

/** undefined: not JSON. */
async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const STREAM_HEADERS = { ...API_HEADERS, 'Content-Type': 'application/x-ndjson' };

function answer(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: API_HEADERS });
}

function refuse(status: number, code: RefusalCode, detail: string): Response {
  return answer(status, refusalBody(code, detail));
}

/** Everything outside /api is the built page, by exact path. */
function servePage(page: AppPage, dispatch: Services['dispatch']) {
  return async (context: Context): Promise<Response> => {
    const { pathname } = new URL(context.req.url);
    const look = pathname === '/' ? await readLook(dispatch) : null;
    return page.respond(context.req.method, pathname, look);
  };
}
