import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Canary, type Place, filesUnder, hitsIn, processesUnder } from '../support/canary.ts';
import { heapOf } from '../support/heap.ts';
import {
  CANARIES,
  MERCHANT,
  type Providers,
  SIGNING_CANARY,
  TYPED,
  askForEverything,
  beRefused,
  enterOnScreen,
  startProviders,
  typeOnly,
  useEcho,
  useLab,
  usePlain,
  useRsa,
  useSandboxProfile,
} from './support/canaryUse.ts';
import { HOSTS, type RunningHost } from './support/hosts.ts';
import { type TestKeychain, startTestKeychain } from './support/secretService.ts';

let keychain: TestKeychain;
let providers: Providers;

beforeAll(async () => {
  [keychain, providers] = await Promise.all([startTestKeychain(), startProviders()]);
});

afterAll(async () => {
  await providers.close();
  await keychain.close();
});

function placeOf(where: string, text: string): Place {
  return { where, content: Buffer.from(text) };
}

describe.each(HOSTS)('$name', ({ start }) => {
  let host: RunningHost;
  let typedHeap: Place;
  let reloadedHeap: Place;
  let exported = '';
  /** Those of the test, and the embedded sandbox's own, new with every start. */
  let canaries: readonly Canary[] = CANARIES;

  beforeAll(async () => {
    host = await start({ env: keychain.env });
    const keep = keychain.available ? 'stored' : 'run';
    await useSandboxProfile(host);
    const own = host.signingKeys().map((secret) => ({ name: 'own secret', secret, pieces: [] }));
    canaries = [...CANARIES, ...own];
    const id = await enterOnScreen(host, providers, keychain.available);
    await usePlain(host, id);
    await useLab(host, id);
    await useRsa(host, providers, keychain.available);
    await useEcho(host, providers, keep);
    await beRefused(host, id);
    exported = await askForEverything(host);
    await typeOnly(host);
    typedHeap = await heapOf(host.page);
    // Once more from the start: what a page is told when it opens counts too.
    await host.reload();
    await host.page.getByRole('navigation').waitFor();
    reloadedHeap = await heapOf(host.page);
  });

  afterAll(() => host.close());

  test('requests really were signed with the secrets looked for', () => {
    expect(host.signingKeys()).toContain(SIGNING_CANARY.secret);
    expect(canaries).toHaveLength(CANARIES.length + 1);
    expect(providers.plain.ledger()).not.toEqual([]);
    expect(providers.rsa.ledger()).not.toEqual([]);
  });

  test('no secret travels towards the renderer', () => {
    const sent = host.sentToPage();
    // The recorder sees what does travel, so that it would see a secret too.
    for (const known of ['any_bank', MERCHANT, 'request.changed', 'check.step', '<meta name=']) {
      expect(sent).toContain(known);
    }
    const [planted = ''] = hitsIn([placeOf('sent', sent + SIGNING_CANARY.secret)], canaries);
    expect(planted).toContain(SIGNING_CANARY.name);
    expect(hitsIn([placeOf('sent', sent)], canaries)).toEqual([]);
  });

  test('no secret is left in the heap of the page once it was loaded anew', async () => {
    expect(hitsIn([typedHeap], [TYPED])).not.toEqual([]);
    expect(reloadedHeap.content.includes(MERCHANT)).toBe(true);
    expect(hitsIn([reloadedHeap], canaries)).toEqual([]);
    // Deep inside a long text it would be found as well.
    await host.page.evaluate((secret) => {
      Reflect.set(globalThis, 'planted', `${'x'.repeat(100_000)}${secret}`);
    }, SIGNING_CANARY.secret);
    expect(hitsIn([await heapOf(host.page)], [SIGNING_CANARY])).not.toEqual([]);
  });

  test('no secret is in what the page keeps for its next start', async () => {
    const kept = await host.page.evaluate(() =>
      JSON.stringify([
        Object.entries(sessionStorage),
        Object.entries(localStorage),
        document.cookie,
      ]),
    );
    expect(hitsIn([placeOf('storage', kept)], canaries)).toEqual([]);
  });

  test('no secret is in the exported profile file', () => {
    expect(exported).toContain(MERCHANT);
    expect(exported).toContain('X-Api-Key');
    expect(hitsIn([placeOf('profile file', exported)], canaries)).toEqual([]);
  });

  test('no secret is in the arguments or the environment of any process', (context) => {
    context.skip(process.platform !== 'linux', 'only Linux shows them as files');
    const places = processesUnder(process.pid);
    const all = places.map(({ content }) => content.toString('latin1')).join('\n');
    expect(all).toContain(host.dataDir);
    expect(all).toContain('--type=renderer');
    expect(hitsIn(places, canaries)).toEqual([]);
    const kept = browserFolders(all).flatMap((folder) => filesUnder(folder));
    expect(kept.length).toBeGreaterThan(10);
    expect(hitsIn(kept, canaries)).toEqual([]);
  });

  test('no secret lies in the data directory, while the desk runs and after it has ended', async () => {
    const running = filesUnder(host.dataDir);
    expectReadable(running, LOG_FILES);
    expect(hitsIn(running, canaries)).toEqual([]);
    await host.stop();
    const ended = filesUnder(host.dataDir);
    expectReadable(ended, LOG_FILES.slice(0, 1));
    expect(hitsIn(ended, canaries)).toEqual([]);
  });

  test('no secret was written to stdout or stderr', () => {
    expect(hitsIn([placeOf('output', host.output())], canaries)).toEqual([]);
  });
});

const LOG_FILES = [/^log\.sqlite$/u, /^backups\//u];

/** The log and its backups hold the requests and the provider's answers as text, so that a secret in them would be seen. */
function expectReadable(files: readonly Place[], logFiles: readonly RegExp[]): void {
  const names = files.map(({ where }) => where);
  for (const name of ['profiles.json', 'settings.json', 'secret-places.json']) {
    expect(names).toContain(name);
  }
  const readable = files.filter(
    ({ content }) => content.includes('any_bank') && content.includes('Bad key'),
  );
  // What was derived from the log, and what was taken away from it.
  for (const name of [/^log\.index\.sqlite/u, /(?:exports|downloads)\/.*\.jsonl$/u]) {
    const own = files.filter(({ where }) => name.test(where));
    expect(own.some(({ content }) => content.includes('any_bank'))).toBe(true);
  }
  for (const name of logFiles) expect(readable.some(({ where }) => name.test(where))).toBe(true);
}

/** What Chromium writes to its disk about the page. */
function browserFolders(commandLines: string): readonly string[] {
  // Its main process parts the arguments by zeros, its helpers by blanks.
  const found = commandLines.matchAll(/--user-data-dir=(?<folder>[^\0\n ]+)/gu);
  return [...new Set([...found].map(({ groups }) => groups?.['folder'] ?? ''))];
}
