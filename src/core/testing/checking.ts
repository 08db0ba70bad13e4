import assert from 'node:assert/strict';
import type http from 'node:http';

import type { DeskEvent } from '#shared/contract/events.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { CHECK_STEPS, checkStepSchema } from '#shared/domain/connectionCheck.ts';
import type { Profile, ProxySetting } from '#shared/domain/profile.ts';
import { ok } from '#shared/domain/result.ts';

import { checkConnection } from '../profiles/check/checkConnection.ts';
import { createDeskEvents } from '../desk/deskEvents.ts';
import { createConnect } from '../provider/connect.ts';
import type { ProxySources } from '../provider/proxy.ts';
import { createRedactor } from '../journal/redact.ts';
import type { Secrets, SigningSecrets } from '../vault/secrets.ts';
import { chance, profileOf } from './builders.ts';
import { startTestProvider } from './provider.ts';

const CHECK_ID = '33333333-2222-4333-8444-555555555555';
/** What the checked provider knows. */
export const SECRET = 'a-secret-of-this-test';

type Settings = {
  readonly secrets?: Secrets['read'];
  readonly sources?: Partial<ProxySources>;
  /** How far this machine's clock is ahead. */
  readonly aheadMs?: number;
  readonly stop?: AbortSignal;
};

/** One check, as the contract makes it. */
export async function check(profile: Profile, settings: Settings = {}) {
  const events: DeskEvent[] = [];
  const proven: SigningSecrets[] = [];
  const hub = createDeskEvents(() => undefined);
  hub.onEvent((event) => events.push(event));
  const sources = { environment: {}, resolveProxy: async () => 'DIRECT', ...settings.sources };
  const redactor = createRedactor();
  redactor.learn('checked', [SECRET]);
  const steps = await checkConnection(profile, CHECK_ID, {
    connect: createConnect(sources),
    proxySources: sources,
    secrets: {
      read: settings.secrets ?? (async () => ok({ signing: SECRET, headers: new Map() })),
      proven: async (_, used) => void proven.push(used),
    },
    redactor,
    events: hub,
    clock: { now: () => new Date(Date.now() + (settings.aheadMs ?? 0)) },
    chance,
    userAgent: 'test',
    stop: settings.stop ?? new AbortController().signal,
  });
  // Whatever was seen: every step once and in its place, told as it was made, and no secret in any of it.
  assert.deepEqual(
    steps.map(({ step }) => step),
    CHECK_STEPS,
  );
  assert.deepEqual(
    events,
    steps.map((step) => ({ name: 'check.step', checkId: CHECK_ID, step })),
  );
  for (const step of steps) checkStepSchema.parse(step);
  assert(!JSON.stringify(steps).includes(SECRET));
  const of = (step: (typeof CHECK_STEPS)[number]) => {
    const made = steps[CHECK_STEPS.indexOf(step)];
    if (made === undefined) throw new Error(`${step} was not told`);
    return { seen: `${made.status} ${made.code}`, facts: made.facts };
  };
  return { of, codes: steps.map(({ code }) => code), proven };
}

type Change = Partial<Dialect> & { readonly baseUrl: string; readonly proxy?: ProxySetting };

export function at({ baseUrl, proxy = { mode: 'system' }, ...dialect }: Change): Profile {
  return profileOf({
    baseUrl,
    proxy,
    mode: 'sandbox',
    // Generous; a test of what hangs sets its own.
    connectDeadlineMs: 20_000,
    answerDeadlineMs: 20_000,
    dialect: { ...DEFAULT_DIALECT, ...dialect },
  });
}

/** A provider whose GET limit answers like this. */
export async function answering<T>(
  answer: (response: http.ServerResponse, url: string, headers: readonly string[]) => void,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startTestProvider(
    (_, response) => response.writeHead(500).end(),
    ({ url, rawHeaders }, response) => answer(response, url, rawHeaders),
  );
  try {
    return await use(server.baseUrl);
  } finally {
    await server.close();
  }
}
