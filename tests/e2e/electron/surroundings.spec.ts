import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type ElectronApplication, type Page, _electron, expect } from '@playwright/test';
import { z } from 'zod';

import { closedPort, listen } from '#core/testing/provider.ts';
import { type TestProxy, startTestProxy } from '#core/testing/proxy.ts';
import { ALGORITHMS } from '#shared/dialect/schema.ts';
import { checkStepSchema } from '#shared/domain/connectionCheck.ts';

import { profileSetUp } from '../../support/profileSetUp.ts';
import { electronBinary } from '../hosts/electronHost.ts';
import { test as base } from '../hosts/hostTest.ts';
import { callFromPage } from '../steps.ts';
import { issueOne } from './issueOne.ts';
import { ROOT, appWithout, ownEnvironment } from './mainChange.ts';

type Opened = { readonly app: ElectronApplication; readonly page: Page };

/** A folder of a test's own, and a desk there. */
const test = base.extend<{
  folder: string;
  openApp: (env?: Readonly<Record<string, string>>, app?: string) => Promise<Opened>;
}>({
  folder: async ({ host: _host }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'surroundings-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  openApp: async ({ folder }, use) => {
    const opened: ElectronApplication[] = [];
    await use(async (env = {}, appFolder = ROOT) => {
      const app = await _electron.launch({
        executablePath: electronBinary() ?? '',
        args: [appFolder, `--data-dir=${path.join(folder, 'desk')}`, '--lang=en-US'],
        // Without it Playwright itself adds --no-sandbox on Linux.
        chromiumSandbox: true,
        cwd: ROOT,
        env: { ...ownEnvironment(), ...env },
      });
      opened.push(app);
      const page = await app.firstWindow();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return { app, page };
    });
    for (const app of opened) await app.close();
  },
});

async function valueOf(page: Page, name: string, input: unknown): Promise<unknown> {
  const reply = await callFromPage(page, name, input);
  expect(reply).toMatchObject({ ok: true });
  return Reflect.get(Object(reply), 'value');
}

test(
  'begins in the first of the system’s languages that it speaks, and stays in the chosen one',
  { tag: '@host' },
  async ({ openApp }) => {
    const { app, page } = await openApp({ LANGUAGE: 'kk_KZ:ru_KZ:en_US' });
    expect(await valueOf(page, 'settings.get', {})).toMatchObject({ language: 'ru' });
    await valueOf(page, 'settings.update', { language: 'en' });
    await app.close();
    const again = await openApp({ LANGUAGE: 'ru_KZ' });
    expect(await valueOf(again.page, 'settings.get', {})).toMatchObject({ language: 'en' });
  },
);

/** Nothing of the environment's own: it would be asked before Electron is. */
const NO_PROXY_VARIABLES = { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' };
const CONNECT_MS = 8000;
const LONG_MS = 60_000;
const checkSchema = z.object({ steps: z.array(checkStepSchema) });

type Answers = readonly (readonly [host: string, answer: string])[];

/** A proxy script of the system's. */
async function servePac(answers: Answers): Promise<{ url: string; close: () => void }> {
  const script = `function FindProxyForURL(url, host) {
    const answer = new Map(${JSON.stringify(answers)}).get(host);
    if (answer === 'never') for (;;) {}
    return answer || 'DIRECT';
  }`;
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(script);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/proxy.pac`, close: () => server.close() };
}

async function askFirst(app: ElectronApplication, pacScript: string): Promise<void> {
  await app.evaluate(
    ({ session }, url) => session.defaultSession.setProxy({ mode: 'pac_script', pacScript: url }),
    pacScript,
  );
}

/** What Check connection says of the proxy on the way to this host. */
async function proxyStep(
  page: Page,
  host: string,
  connectDeadlineMs = CONNECT_MS,
): Promise<readonly [string, string]> {
  const setUp = profileSetUp({
    name: host,
    mode: 'live',
    baseUrl: `https://${host}`,
    connectDeadlineMs,
  });
  const saved = await valueOf(page, 'profile.save', { id: null, setUp });
  const profileId: unknown = Reflect.get(Object(saved), 'id');
  const asked = { profileId, checkId: crypto.randomUUID() };
  const { steps } = checkSchema.parse(await valueOf(page, 'connection.check', asked));
  const step = steps.find((one) => one.step === 'proxy');
  return [step?.code ?? '', step?.facts['proxy'] ?? ''];
}

test.describe('the system’s proxies, as Chromium tells them', { tag: '@host' }, () => {
  let proxy: TestProxy;
  let pac: Awaited<ReturnType<typeof servePac>>;

  test.afterEach(async () => {
    pac.close();
    await proxy.close();
  });

  test('are used where it can speak to them, in their order, and never gone around', async ({
    openApp,
  }) => {
    proxy = await startTestProxy(502);
    const at = `127.0.0.1:${proxy.port}`;
    const gone = `127.0.0.1:${await closedPort()}`;
    const [direct, failed] = ['not_reached', 'proxy_failed'];
    const expected: readonly (readonly [
      pac: string,
      code: string,
      named: string,
      asked: boolean,
    ])[] = [
      ['DIRECT', direct, '', false],
      [`PROXY ${at}`, failed, at, true],
      // The one there speaks no TLS.
      [`HTTPS ${at}`, failed, at, false],
      [`SOCKS ${at}`, failed, '', false],
      [`SOCKS5 ${at}`, failed, '', false],
      [`SOCKS5 ${at}; PROXY ${at}`, failed, at, true],
      [`PROXY ${gone}; PROXY ${at}`, failed, at, true],
      [`PROXY ${gone}`, failed, gone, false],
    ];
    const hostOf = (index: number): string => `answer-${index}.example`;
    pac = await servePac(expected.map(([answer], index) => [hostOf(index), answer]));
    const { app, page } = await openApp(NO_PROXY_VARIABLES);
    await askFirst(app, pac.url);
    for (const [index, [answer, ...rest]] of expected.entries()) {
      const step = await proxyStep(page, hostOf(index));
      const isAsked = proxy.asked().some(({ authority }) => authority === `${hostOf(index)}:443`);
      expect([answer, ...step, isAsked]).toEqual([answer, ...rest]);
    }
  });

  test('that say nothing, and a script that never answers, are refused in seconds', async ({
    openApp,
  }) => {
    proxy = await startTestProxy('silence');
    const at = `127.0.0.1:${proxy.port}`;
    pac = await servePac([
      ['silent.example', `PROXY ${at}`],
      ['never.example', 'never'],
    ]);
    const { app, page } = await openApp(NO_PROXY_VARIABLES);
    await askFirst(app, pac.url);
    expect(await proxyStep(page, 'silent.example')).toEqual(['proxy_failed', at]);
    const askedAt = performance.now();
    expect(await proxyStep(page, 'never.example', LONG_MS)).toEqual(['proxy_failed', '']);
    // Not only when a connection would be given up.
    expect(performance.now() - askedAt).toBeLessThan(LONG_MS / 2);
    expect(proxy.asked()).toHaveLength(1);
  });
});

test(
  'a downloads folder that is shut to the program: says what was not written, and writes into the one that is chosen',
  { tag: '@host' },
  async ({ folder, openApp }) => {
    const [downloads, another] = [path.join(folder, 'downloads'), path.join(folder, 'another')];
    mkdirSync(downloads, { mode: 0o555 });
    mkdirSync(another);
    writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const { app, page } = await openApp({ XDG_CONFIG_HOME: folder });
    await app.evaluate(
      ({ dialog }, folders) => {
        dialog.showOpenDialog = async () => {
          const filePaths = folders.splice(0, 1).flat();
          return { canceled: filePaths.length === 0, filePaths };
        };
      },
      // The first time none is chosen.
      [[], [another]],
    );
    await issueOne(page);
    await page.evaluate(() => {
      location.hash = '#/log';
    });
    const open = page.getByRole('main').getByRole('button', { name: /^Export/u });
    await open.click();
    const panel = page.getByRole('dialog', { name: 'Export' });
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    const refused = page.getByText('The system does not let this program write into the folder');
    await refused.waitFor();
    const elsewhere = page.getByRole('button', { name: 'Another folder…' });
    await elsewhere.click();
    await refused.waitFor();
    await elsewhere.click();
    await page.getByRole('status').filter({ hasText: 'exported' }).waitFor();
    expect(readdirSync(another)).toHaveLength(2);
    expect(readdirSync(downloads)).toEqual([]);
  },
);

test(
  'an installation without the keychain’s library: issues, says that there is no keychain, keeps a secret for the run',
  { tag: '@host' },
  async ({ folder, openApp }) => {
    const { page } = await openApp({}, appWithout('@napi-rs', folder));
    await issueOne(page);
    const setUp = profileSetUp({ name: 'Without a keychain' });
    const saved = await valueOf(page, 'profile.save', { id: null, setUp });
    const profileId: unknown = Reflect.get(Object(saved), 'id');
    const secret = { profileId, slot: { kind: 'signing' }, secret: 'only-for-now' };
    const refused = await callFromPage(page, 'profile.setSecret', { ...secret, keep: 'stored' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'vault_unavailable' } });
    const kept = await valueOf(page, 'profile.setSecret', { ...secret, keep: 'run' });
    expect(kept).toMatchObject({ state: 'stored', store: 'memory' });
  },
);

test(
  'every signature that a provider format may ask for is made by BoringSSL and found right',
  { tag: '@host' },
  () => {
    const file = path.join(import.meta.dirname, 'signsAll.ts');
    const { status, stdout, stderr } = spawnSync(
      path.resolve(ROOT, electronBinary() ?? ''),
      [file],
      { cwd: ROOT, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    expect(stdout.trim()).toBe(`${ALGORITHMS.length} algorithms`);
  },
);
