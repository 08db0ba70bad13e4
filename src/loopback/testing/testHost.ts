import { request } from 'node:http';

import { z } from 'zod';

import type { AppPage } from '#core/desk/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { type HttpHost, type HttpHostOptions, startHttpHost } from '../httpHost.ts';

const page: AppPage = { respond: (method, at) => new Response(`${method} ${at}`) };
export const sessionSchema = z.strictObject({
  token: z.string(),
  proof: z.strictObject({ id: z.string(), key: z.string() }),
});

type Asked = { readonly status: number; readonly body: string };
type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type TestHost = HttpHost & {
  readonly options: HttpHostOptions;
  /** What reached dispatch. */
  readonly dispatched: readonly unknown[];
  readonly push: (event: DeskEvent) => void;
  readonly ask: (pathname: string, ask: Ask) => Promise<Asked>;
  /** Headers as our own page sends them. */
  readonly ours: (bearer?: string) => Record<string, string>;
  readonly freshCode: () => string;
  readonly freshSession: () => Promise<z.infer<typeof sessionSchema>>;
  readonly freshBearer: () => Promise<string>;
};

/** The browser host in front of services that answer everything. */
export async function startTestHost(): Promise<TestHost> {
  const dispatched: unknown[] = [];
  let listener: ((event: DeskEvent) => void) | undefined;
  const services: Pick<Services, 'dispatch' | 'onEvent' | 'mayHear'> = {
    mayHear: () => true,
    dispatch: async (_caller, name, input) => {
      dispatched.push([name, input]);
      return { ok: true, value: 'done' };
    },
    onEvent: (given) => {
      listener = given;
      return () => {};
    },
  };
  const options = { port: 0, wantsFreshName: false, page, services, nowMs: Date.now };
  const host = await startHttpHost(options);
  const ours = (bearer?: string): Record<string, string> => ({
    origin: host.origin,
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  });
  const freshCode = (): string => new URL(host.oneTimeUrl()).hash.slice('#code='.length);
  const ask: TestHost['ask'] = (pathname, asked) => askAt(`${host.origin}${pathname}`, asked);
  const freshSession: TestHost['freshSession'] = async () => {
    const body = JSON.stringify({ code: freshCode() });
    const asked = await ask('/api/session', { headers: ours(), body });
    return sessionSchema.parse(JSON.parse(asked.body));
  };
  return {
    ...host,
    options,
    dispatched,
    push: (event) => listener?.(event),
    ask,
    ours,
    freshCode,
    freshSession,
    freshBearer: async () => (await freshSession()).token,
  };
}

/** node:http, because fetch does not let a test lie about Host. */
function askAt(address: string, { method = 'POST', headers = {}, body = '' }: Ask): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
