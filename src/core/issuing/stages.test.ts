import type http from 'node:http';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import type { Profile } from '#shared/domain/profile.ts';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { closedPort, startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openedAt(baseUrl: string, hasSecret = true) {
  const desk = await openTestDesk();
  closers.push(desk.close);
  const profile = profileOf({ baseUrl });
  if (hasSecret) await desk.secrets.write(profile, { kind: 'signing' }, 'secret', 'stored');
  return { desk, profile };
}

async function issued(desk: TestDesk, profile: Profile) {
  const draft = createDraftOf();
  const order = { intentId: intent('A-1'), profile, operator: OPERATOR, draft, reissue: null };
  const result = await desk.issue(order);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** What the page was told, with the outcomes between. */
const told = ({ events }: TestDesk) =>
  events.flatMap((event): readonly string[] => {
    if (event.name === 'request.stage') return [event.stage];
    return event.name === 'request.changed' ? [`(${event.request.outcome})`] : [];
  });

describe('a request on its way', () => {
  it('tells every stage, and can be asked how far it is until it is at rest', async () => {
    const waiting: http.ServerResponse[] = [];
    const provider = await startTestProvider((_, response) => {
      waiting.push(response);
    });
    closers.push(provider.close);
    const { desk, profile } = await openedAt(provider.baseUrl);
    const { settled, request } = await issued(desk, profile);
    expect(desk.underWay.stages()).toHaveLength(1);
    await expect.poll(() => waiting).toHaveLength(1);
    const { intentId } = request;
    expect(desk.underWay.stages()).toEqual([{ intentId, stage: 'waiting' }]);
    const record = createRecordOf({ ...request.body.fields });
    waiting[0]?.end(JSON.stringify(record));
    await settled;
    expect(desk.underWay.stages()).toEqual([]);
    expect(told(desk)).toEqual([
      '(prepared)',
      'recorded',
      'connecting',
      '(sending)',
      'sent',
      'waiting',
      '(accepted)',
    ]);
  });

  it('is not told to be sent where nothing has left', async () => {
    const { desk, profile } = await openedAt(`http://127.0.0.1:${await closedPort()}`);
    await (
      await issued(desk, profile)
    ).settled;
    expect(told(desk)).toEqual(['(prepared)', 'recorded', 'connecting', '(not_sent)']);
  });

  it('is not told to be connecting while there is nothing to sign with', async () => {
    const { desk, profile } = await openedAt('https://provider.example', false);
    await (
      await issued(desk, profile)
    ).settled;
    expect(told(desk)).toEqual(['(prepared)', 'recorded', '(not_sent)']);
  });
});
