import { join } from 'node:path';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { Client } from '#shared/contract/client.ts';
import { createClient } from '#shared/contract/testing/createClient.ts';
import { type IntentId, profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { Imports } from '../importing/imports.ts';
import { type OpenDeskOptions, openDesk } from '../desk/openDesk.ts';
import type { Services, Vault } from '../ports.ts';
import { MERCHANT, PAGE, createDraftOf, intent } from './builders.ts';
import { createTestKeychain } from './keychain.ts';
import { LOG_WORKER } from './log.ts';
import { logInThisThread } from './logInThisThread.ts';
import { waitUntil } from './waitUntil.ts';

export const SANDBOX = profileIdSchema.parse('sandbox');

export type OpenedDesk = {
  readonly client: Client;
  readonly services: Services;
  readonly events: readonly DeskEvent[];
  /** What the sandbox was told to be the address in its merchant's account. */
  readonly accountUrls: readonly (string | null)[];
  /** Issues on the sandbox profile; the order id is the name. */
  readonly issue: (
    name: string,
    more?: { readonly order?: string; readonly reissue?: { of: IntentId; confirmation: string } },
  ) => ReturnType<typeof callIssue>;
  /** Waits until the request has come to rest. */
  readonly rested: (name: string) => Promise<DepositRequest>;
};

/** The whole desk over a provider that the test plays, as a page sees it. */
export async function openedDesk(
  dataDir: string,
  baseUrl: string,
  keychain: Vault = createTestKeychain(),
  ownOrigins: () => readonly string[] = () => [],
  logWorkerUrl: URL = LOG_WORKER,
  imports?: Imports,
  ofPeople: Pick<OpenDeskOptions, 'pinCost' | 'monotonicMs'> = {},
): Promise<OpenedDesk> {
  const accountUrls: (string | null)[] = [];
  const desk = await openDesk({
    dataDir,
    host: { kind: 'loopback', live: true },
    appVersion: '0.0.0',
    systemLanguage: 'en',
    keychains: { keyring: keychain, keytar: keychain },
    resolveProxy: async () => 'DIRECT',
    clipboard: null,
    logWorkerUrl,
    startLogWorker: logInThisThread(LOG_WORKER),
    // A copy at every close is a thread more for each of these desks, and no test here looks at it.
    backupEveryMs: null,
    ...(imports === undefined ? {} : { imports }),
    ...ofPeople,
    exportsDir: join(dataDir, 'exports'),
    ownOrigins,
    openSandbox: async () => ({
      baseUrl,
      merchant: MERCHANT,
      secret: 'sandbox-secret-value',
      start: async () => undefined,
      setAccountUrl: (url) => void accountUrls.push(url),
      arm: async () => undefined,
      statement: async () => '',
      close: async () => undefined,
    }),
  });
  if (!desk.ok) throw new Error('held');
  const services = desk.value;
  const events: DeskEvent[] = [];
  services.onEvent((event) => events.push(event));
  const client = clientOf(services);
  return {
    client,
    services,
    events,
    accountUrls,
    issue: (name, more = {}) => callIssue(client, name, more.order ?? name, more.reissue ?? null),
    rested: (name) =>
      waitUntil(() => {
        const last = events.findLast(
          (event) => event.name === 'request.changed' && event.request.intentId === intent(name),
        );
        if (last?.name !== 'request.changed') return null;
        const { request } = last;
        return request.outcome === 'prepared' || request.outcome === 'sending' ? null : request;
      }),
  };
}

function clientOf({ dispatch, onEvent }: Services): Client {
  return createClient({
    invoke: (name, input) => dispatch(PAGE, name, input),
    subscribe: onEvent,
  });
}

function callIssue(
  client: Client,
  name: string,
  order: string,
  reissue: { of: IntentId; confirmation: string } | null,
) {
  // The same again after an unknown would need its order id typed: each order is another customer's.
  const fields = createDraftOf({ order_id: order, customer: `cust-${order}` }).fields;
  return client.call('issue.create', {
    intentId: intent(name),
    profileId: SANDBOX,
    fields,
    reissue,
  });
}
