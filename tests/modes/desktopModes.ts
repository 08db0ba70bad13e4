import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { startTestProxy } from '#core/testing/proxy.ts';
import { closedPort } from '#core/testing/provider.ts';
import { checkStepSchema } from '#shared/domain/connectionCheck.ts';

import { callFromPage } from '../e2e/steps.ts';
import type { RunningStandIn, StandInOptions } from '../support/electronStandIn/launch.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import { type ModeCheck, startsAndIssues } from './mode.ts';

/** What surrounds the window: compositor, languages, folders, proxies, idleness. */
export const desktopModes: readonly ModeCheck[] = [
  {
    mode: 'wayland',
    expects: 'shows the window once, keeps its size and the place it had elsewhere',
    run: showsWithoutReadyToShow,
  },
  {
    mode: 'locale',
    expects:
      'begins in the first of the system’s languages that it speaks, and stays in the chosen one',
    run: beginsInUzbek,
  },
  {
    mode: 'proxies',
    expects: 'goes by every proxy that it can speak to, and around none',
    run: readsEveryProxy,
  },
  {
    mode: 'silent-proxy',
    expects: 'refuses in seconds, before anything is sent',
    run: refusesSilentProxies,
  },
  {
    mode: 'downloads-denied',
    expects: 'says what was not written, and writes into the folder that is chosen instead',
    run: writesElsewhere,
  },
  {
    mode: 'idle-unknown',
    expects: 'stays covered after waking up until the lock is known',
    run: staysCovered,
  },
];

async function showsWithoutReadyToShow(options: StandInOptions): Promise<void> {
  const stateFile = path.join(options.dataDir, 'electron', 'window.json');
  const kept = { x: 40, y: 30, width: 1200, height: 800, isMaximised: false, zoomFactor: 1 };
  await mkdir(path.dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(kept));
  await startsAndIssues(options, async (app) => {
    assert.equal(app.journal().filter(({ kind }) => kind === 'shown').length, 1);
    await app.moveWindow({ x: 300, y: 200, width: 1100, height: 700 });
  });
  const after: unknown = JSON.parse(readFileSync(stateFile, 'utf8'));
  assert.deepEqual(after, { ...kept, width: 1100, height: 700 });
}

async function beginsInUzbek(options: StandInOptions): Promise<void> {
  await startsAndIssues(options, async ({ page }) => {
    assert.equal(await languageOf(page), 'uz');
    await valueOf(page, 'settings.update', { language: 'en' });
  });
  const env = { ELECTRON_STAND_IN_LANGUAGES: 'ru-KZ' };
  await startsAndIssues({ ...options, env }, async ({ page }) => {
    assert.equal(await languageOf(page), 'en');
  });
}

async function languageOf(page: Page): Promise<unknown> {
  return Reflect.get(Object(await valueOf(page, 'settings.get', {})), 'language');
}

/** Nothing of the environment's own: it would be asked before Electron is. */
const NO_PROXY_VARIABLES = { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' };
const CONNECT_MS = 8000;

async function readsEveryProxy(options: StandInOptions): Promise<void> {
  const proxy = await startTestProxy(502);
  const gone = await closedPort();
  const at = `127.0.0.1:${proxy.port}`;
  const through = { code: 'proxy_failed', proxy: at, isAsked: true };
  const direct = { code: 'not_reached', proxy: '', isAsked: false };
  const refused = { code: 'proxy_failed', proxy: '', isAsked: false };
  const answers: readonly (readonly [string, typeof through])[] = [
    ['DIRECT', direct],
    [`PROXY ${at}`, through],
    [` ; proxy  ${at} ;DIRECT; `, through],
    // The one there speaks no TLS.
    [`HTTPS ${at}`, { ...through, isAsked: false }],
    [`SOCKS ${at}`, refused],
    [`SOCKS4 ${at}`, refused],
    [`SOCKS5 ${at}`, refused],
    [`QUIC ${at}`, refused],
    [`UNHEARD ${at}`, refused],
    ['', refused],
    ['PROXY 127.0.0.1:70000', refused],
    [`SOCKS5 ${at};PROXY ${at}`, through],
    [`PROXY 127.0.0.1:${gone};PROXY ${at}`, through],
    [`PROXY [::1]:${gone}`, { ...refused, proxy: `[::1]:${gone}` }],
  ];
  const table = answers.map(([answer], index) => [hostOf(index), answer]);
  const env = {
    ...NO_PROXY_VARIABLES,
    ELECTRON_STAND_IN_PROXIES: JSON.stringify(Object.fromEntries(table)),
  };
  try {
    await startsAndIssues({ ...options, env }, async ({ page }) => {
      for (const [index, [answer, expected]] of answers.entries()) {
        const found = await proxyStep(page, hostOf(index));
        const isAsked = proxy.asked().some(({ authority }) => authority === `${hostOf(index)}:443`);
        assert.deepEqual({ ...found, isAsked }, expected, `the answer ${JSON.stringify(answer)}`);
      }
    });
  } finally {
    await proxy.close();
  }
}

/** One that takes the connection and says nothing, and a system that never says which one it is. */
async function refusesSilentProxies(options: StandInOptions): Promise<void> {
  const proxy = await startTestProxy('silence');
  const at = `127.0.0.1:${proxy.port}`;
  const answers = { 'silent.example': `PROXY ${at}`, 'never.example': null };
  const env = { ...NO_PROXY_VARIABLES, ELECTRON_STAND_IN_PROXIES: JSON.stringify(answers) };
  try {
    await startsAndIssues({ ...options, env }, async ({ page }) => {
      const silent = await proxyStep(page, 'silent.example');
      assert.deepEqual(silent, { code: 'proxy_failed', proxy: at });
      const askedAt = performance.now();
      const never = await proxyStep(page, 'never.example');
      assert.deepEqual(never, { code: 'proxy_failed', proxy: '' });
      assert.ok(
        performance.now() - askedAt < CONNECT_MS,
        'waits for as long as a connection may take',
      );
    });
    assert.equal(proxy.asked().length, 1);
  } finally {
    await proxy.close();
  }
}

function hostOf(index: number): string {
  return `answer-${index}.example`;
}

const checkSchema = z.object({ steps: z.array(checkStepSchema) });

/** What Check connection says of the proxy on the way to this host. */
async function proxyStep(
  page: Page,
  host: string,
): Promise<{ readonly code: string; readonly proxy: string }> {
  const setUp = profileSetUp({
    name: host,
    mode: 'live',
    baseUrl: `https://${host}`,
    connectDeadlineMs: CONNECT_MS,
  });
  const saved = await valueOf(page, 'profile.save', { id: null, setUp });
  const profileId: unknown = Reflect.get(Object(saved), 'id');
  const asked = { profileId, checkId: crypto.randomUUID() };
  const { steps } = checkSchema.parse(await valueOf(page, 'connection.check', asked));
  const step = steps.find((one) => one.step === 'proxy');
  return { code: step?.code ?? '', proxy: step?.facts['proxy'] ?? '' };
}

/** The page's own words, and what is on the disk. */
async function writesElsewhere(options: StandInOptions): Promise<void> {
  const downloads = path.join(options.dataDir, 'electron', 'downloads');
  const another = path.join(options.dataDir, 'another');
  await mkdir(another);
  await startsAndIssues(options, async (app) => {
    const { page, dialogs } = app;
    await page.evaluate(() => {
      location.hash = '#/log';
    });
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Export/u })
      .click();
    const panel = page.getByRole('dialog', { name: 'Export' });
    await panel.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('The system does not let this program write into the folder').waitFor();
    assert.deepEqual(readdirSync(downloads), []);
    const elsewhere = page.getByRole('button', { name: 'Another folder…' });
    await elsewhere.click();
    await dialogs.chooseFolder(null);
    await page.getByText('The system does not let this program write into the folder').waitFor();
    await elsewhere.click();
    await dialogs.chooseFolder(another);
    await page.getByRole('status').filter({ hasText: 'exported' }).waitFor();
    assert.equal(readdirSync(another).length, 2);
    // From then on everything goes there, by itself.
    await app.chooseMenu('application', 'Help', 'Save diagnostics');
    await dialogs.press('Close');
    assert.equal(readdirSync(another).length, 3);
    assert.deepEqual(readdirSync(downloads), []);
  });
}

async function staysCovered(options: StandInOptions): Promise<void> {
  await startsAndIssues(options, async (app) => {
    await app.setIdleState('locked');
    await app.fire('powerMonitor', 'suspend');
    await app.fire('powerMonitor', 'resume');
    await until(() => lockedTold(app).length >= 3);
    assert.deepEqual(lockedTold(app), [true, true, true]);
    await app.setIdleState('active');
    await until(() => lockedTold(app).length >= 4);
    assert.deepEqual(lockedTold(app), [true, true, true, false]);
  });
}

const lockedSchema = z.object({
  args: z.tuple([z.object({ name: z.literal('desk.locked'), locked: z.boolean() })]),
});

function lockedTold(app: RunningStandIn): readonly boolean[] {
  return app.journal().flatMap(({ kind, value }) => {
    const told = kind === 'event' ? lockedSchema.safeParse(value) : null;
    return told?.success === true ? [told.data.args[0].locked] : [];
  });
}

const UNTIL_MS = 30_000;
const AGAIN_MS = 50;

async function until(isSo: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + UNTIL_MS;
  while (!isSo()) {
    if (Date.now() > giveUpAt) return;
    await sleep(AGAIN_MS);
  }
}

async function valueOf(page: Page, name: string, input: unknown): Promise<unknown> {
  const reply = await callFromPage(page, name, input);
  assert.equal(Reflect.get(Object(reply), 'ok'), true, JSON.stringify(reply));
  return Reflect.get(Object(reply), 'value');
}
