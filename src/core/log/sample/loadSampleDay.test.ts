import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../../testing/provider.ts';

afterAll(removeTemporaryDirs);

const LIMITS = [{ currency: 'RUB', payment_type: 'any_bank', min: 70_000, max: 80_000 }];

let dataDir: string;
let provider: TestProvider;
let desk: OpenedDesk;
beforeEach(async () => {
  dataDir = temporaryDir();
  provider = await startTestProvider(
    () => undefined,
    (_, response) => void response.end(JSON.stringify(LIMITS)),
  );
  desk = await openedDesk(dataDir, provider.baseUrl);
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

it('a sample day changes no limits, asks for nothing to be looked after, and is told once', async () => {
  const limits = { profileId: SANDBOX, refresh: true };
  const before = await desk.client.call('limits.read', limits);
  const loaded = await desk.client.call('log.loadSample', {});
  const requests = loaded.ok ? loaded.value.requests : 0;
  expect(requests).toBeGreaterThan(250);
  expect(desk.events.filter(({ name }) => name === 'request.changed')).toEqual([]);
  expect(desk.events.at(-1)).toEqual({
    name: 'index.changed',
    index: { indexed: requests, total: requests },
  });
  expect(await desk.client.call('recovery.report', {})).toEqual({ ok: true, value: [] });

  await desk.services.close();
  desk = await openedDesk(dataDir, provider.baseUrl);
  expect(await desk.client.call('recovery.report', {})).toEqual({ ok: true, value: [] });
  const after = await desk.client.call('limits.read', { ...limits, refresh: false });
  expect(after).toEqual(before);
  expect(await desk.client.call('limits.read', limits)).toMatchObject({ value: { change: null } });
});
