import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';

import type { AppPage } from '#core/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { failure } from '#shared/domain/failure.ts';
import { type Access, type RequestFacts, isOwnCall, isOwnHost, isOwnLoad } from './access.ts';
import type { EventStreams } from './eventStream.ts';
import { servePage } from './staticFiles.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const sessionSchema = z.strictObject({ code: z.string().max(256) });

export type OwnAddress = { readonly host: string; readonly origin: string };

export type RoutesOptions = {
  readonly access: Access;
  readonly streams: EventStreams;
  readonly page: AppPage;
  readonly dispatch: Services['dispatch'];
  /** Known once the server listens. */
  readonly own: () => OwnAddress;
};

/** Each check stands before the next may even look: whose request, whose bearer, what it carries, how much of it. */
export function createRoutes({ access, streams, page, dispatch, own }: RoutesOptions): Hono {
  const app = new Hono();
  const onlyBearer: MiddlewareHandler = async (context, next) => {
    if (access.isBearer(context.req.header('authorization'))) return await next();
    return refuse(401, 'not_authorised', 'This needs the bearer of a one-time code');
  };
  app.use(onlyOurs(own));
  app.post('/api/session', onlyJson, onlySmall, async (context) => {
    const asked = sessionSchema.safeParse(await readJson(context));
    const token = asked.success ? access.exchangeCode(asked.data.code) : null;
    if (token === null) return refuse(401, 'not_authorised', 'The code is wrong, spent or too old');
    return answer(200, { token });
  });
  app.get(
    '/api/events',
    onlyBearer,
    () => new Response(streams.open(), { headers: STREAM_HEADERS }),
  );
  app.post('/api/op/:name', onlyBearer, onlyJson, onlySmall, async (context) => {
    const input = await readJson(context);
    if (input === undefined) return refuse(400, 'invalid_input', 'The body is not JSON');
    return answer(200, await dispatch(context.req.param('name'), input));
  });
  app.all('/api/*', onlyBearer, () => refuse(404, 'unknown_operation', 'There is nothing here'));
  app.all('*', servePage(page, dispatch));
  app.onError((error) => refuse(500, 'internal', error.message));
  return app;
}

function onlyOurs(own: () => OwnAddress): MiddlewareHandler {
  return async (context, next) => {
    const facts = factsOf(context);
    const { host, origin } = own();
    // The path that the routes will match, decoded: /%61pi/op/… is a call like any other.
    const isApi = context.req.path.startsWith('/api/');
    const isOwn =
      isOwnHost(facts, host) && (isApi ? isOwnCall(facts, origin) : isOwnLoad(facts, origin));
    if (!isOwn) return refuse(403, 'not_authorised', 'Only the desk’s own page may ask');
    return await next();
  };
}

function factsOf(context: Context): RequestFacts {
  return {
    method: context.req.method,
    host: context.req.header('host'),
    origin: context.req.header('origin'),
    fetchSite: context.req.header('sec-fetch-site'),
    fetchMode: context.req.header('sec-fetch-mode'),
  };
}

/** A form or a plain-text post from another site can never carry this type without asking first. */
const onlyJson: MiddlewareHandler = async (context, next) => {
  const type = (context.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse(415, 'invalid_input', 'Only JSON is read here');
  return await next();
};

/** The announced length is what Node then reads, so nothing larger is ever held; browsers always announce one. */
const onlySmall: MiddlewareHandler = async (context, next) => {
  const length = context.req.header('content-length');
  if (length === undefined) return refuse(411, 'invalid_input', 'The body’s length is missing');
  if (Number(length) > MAX_BODY_BYTES) {
    return refuse(413, 'invalid_input', 'The body is larger than 1 MiB');
  }
  return await next();
};

/** undefined: not JSON. */
async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const STREAM_HEADERS = { ...API_HEADERS, 'Content-Type': 'application/x-ndjson' };

function answer(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: API_HEADERS });
}

function refuse(
  status: number,
  code: 'not_authorised' | 'invalid_input' | 'unknown_operation' | 'internal',
  detail: string,
): Response {
  return answer(status, { ok: false, error: failure(code, detail) });
}
