import { expect, test } from 'vitest';

import { APP_SCHEME_PRIVILEGES, serveAppPage } from './protocol.ts';
import { FakeDesk } from './testing/fakeDesk.ts';

type Serve = (request: Request) => Response | Promise<Response>;

test('the scheme answers for the page’s own host, by the exact path alone', async () => {
  const asked: unknown[] = [];
  const handlers = new Map<string, Serve>();
  const page = {
    respond: (...given: readonly unknown[]) => {
      asked.push(given);
      return new Response('found');
    },
  };
  const protocol = {
    handle: (scheme: string, serve: Serve) => void handlers.set(scheme, serve),
  };
  serveAppPage(protocol, page, new FakeDesk().dispatch);
  const statusOf = async (url: string): Promise<number | undefined> =>
    (await handlers.get('app')?.(new Request(url)))?.status;
  for (const url of ['app://other/', 'app://desk:1/', 'app://desk/?a', 'https://desk/']) {
    expect(await statusOf(url)).toBe(404);
  }
  expect(asked).toEqual([]);
  expect(await statusOf('app://desk/assets/a.js')).toBe(200);
  expect(await statusOf('app://desk/')).toBe(200);
  expect(asked).toMatchObject([
    ['GET', '/assets/a.js', null],
    ['GET', '/', { language: 'en', textSize: 100 }],
  ]);
  expect([...handlers.keys()]).toEqual(['app']);
});

test('the scheme has no privilege that a page from the web would not have', () => {
  expect(APP_SCHEME_PRIVILEGES.privileges).toEqual({
    standard: true,
    secure: true,
    supportFetchAPI: true,
    bypassCSP: false,
    allowServiceWorkers: false,
    allowExtensions: false,
    corsEnabled: false,
    stream: false,
    codeCache: false,
  });
});
