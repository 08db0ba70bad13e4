import {
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
  chromium,
} from '@playwright/test';
import { z } from 'zod';

import { chromiumFlags, findHeadlessChromium } from '../../support/chromium.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { until } from '../waiting.ts';
import { type Answer, type Answers, noteAnswers } from './answers.ts';
import { opensUnseen } from './appWindow.ts';
import { IMPOSTURES, type Impostor, type Imposture, startImpostor } from './impostor.ts';
import { codeOf } from './target.ts';
import type { RowsResult } from './wireRows.ts';

const proofSchema = z.object({ id: z.string(), key: z.string() });
const STRANGER = 'This is not the desk that opened this tab';
const ENDED = 'This tab’s access has ended';

type Tab = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly token: string;
  readonly proof: z.infer<typeof proofSchema>;
  /** What the desk last answered to a tab that wanted a proof. */
  readonly overheard: () => string;
};

/** What an open tab does by itself, and what it does when the desk ends and something else takes its port. */
export async function tryTabRows(dir: string): Promise<RowsResult> {
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const answers = noteAnswers(dir);
  const desk = await startDesk({ env: answers.env });
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  try {
    const whole = await wholeRows(browser, desk, answers, dir);
    const ended = await impostorRows(browser, desk, answers);
    return { rows: whole.rows + ended.rows, wrong: [...whole.wrong, ...ended.wrong] };
  } finally {
    await browser.close();
    await desk.stop();
  }
}

type Faults = { readonly rows: number; readonly wrong: readonly string[] };

async function wholeRows(
  browser: Browser,
  desk: Desk,
  answers: Answers,
  dir: string,
): Promise<Faults> {
  const spent = desk.url();
  const tab = await openTab(browser, desk.url());
  const other = await openTab(browser, await desk.pressEnter());
  const rows: Readonly<Record<string, () => Promise<boolean>>> = {
    'the code is out of the address': async () => !tab.page.url().includes(codeOf(spent)),
    'the code is out of the history': async () =>
      (await tab.page.evaluate(() => history.length)) <= 2,
    'two tabs, two bearers': async () => tab.token !== other.token,
    'a spent link opens nothing': () =>
      showsOn(browser, spent, 'This link was used already or is too old'),
    'no link opens nothing': () =>
      showsOn(browser, new URL(spent).origin, 'This tab has no access to the desk'),
    'a reload asks for a proof before anything else': () => reloads(tab, answers),
    'no cookie is set, and no other program’s is sent with a call': () =>
      keepsNoCookie(tab, answers),
    'a desk that was held up goes on': () => goesOn(tab, desk),
    'a bearer that is over is forgotten, and said': () => endsBearer(other),
    // Elsewhere arguments are not read so easily, neither by us nor by others.
    ...(process.platform === 'linux'
      ? {
          'an app window, and no code in any arguments': async () =>
            opensUnseen(await desk.pressEnter(), dir, answers),
        }
      : {}),
  };
  return await faultsOf(rows);
}

async function impostorRows(browser: Browser, desk: Desk, answers: Answers): Promise<Faults> {
  const port = Number(new URL(desk.url()).port);
  const links: (readonly [Imposture, string])[] = [];
  for (const imposture of IMPOSTURES) links.push([imposture, await desk.pressEnter()]);
  const tabs = new Map(
    await Promise.all(
      links.map(async ([imposture, url]) => [imposture, await openTab(browser, url)] as const),
    ),
  );
  const impostures = new Map([...tabs].map(([imposture, { proof }]) => [proof.id, imposture]));
  const overheard = tabs.get('repeats what the desk once said')?.overheard() ?? '';
  desk.signal('SIGKILL');
  const impostureOf = (id: string): Imposture => impostures.get(id) ?? 'knows nothing of it';
  const impostor = await startImpostor(port, impostureOf, overheard);
  const rows = [...tabs].map(([imposture, tab]): readonly [string, () => Promise<boolean>] => [
    `something at the desk’s port that ${imposture}`,
    () => withstands(tab, imposture, impostor),
  ]);
  const faults = await faultsOf(
    {
      'what the desk said was overheard': async () => overheard.includes('proof'),
      ...Object.fromEntries(rows),
    },
    // Each has a tab of its own, and waits for what must not come.
    IMPOSTURES.length,
  );
  await impostor.close();
  const others = [...tabs.values()];
  const later = await faultsOf({
    'another desk at the same port': () => withstandsAnother(others, port, answers),
  });
  return { rows: faults.rows + later.rows, wrong: [...faults.wrong, ...later.wrong] };
}

/** It does not know these tabs, and cannot show that it is none of the impostors: it gets no bearer either. */
async function withstandsAnother(
  tabs: readonly Tab[],
  port: number,
  answers: Answers,
): Promise<boolean> {
  answers.take();
  const another = await startDesk({ port, env: answers.env });
  try {
    await Promise.all(
      tabs.map(async ({ page }) => {
        // Another screen has something to ask; by itself a tab asks again only after a pause of up to eight seconds.
        await page.evaluate(() => {
          location.hash = '#/';
        });
        await page.getByRole('heading', { name: STRANGER }).waitFor();
      }),
    );
    const [first] = tabs;
    await first?.page.reload();
    await first?.page.getByRole('heading', { name: STRANGER }).waitFor();
    const calls = answers.take().filter(({ port: at, method }) => at === port && method !== 'GET');
    return calls.every(({ url, status }) => url === '/api/prove' && status === 401);
  } finally {
    await another.stop();
  }
}

/** Strangers are named; whoever fails or is silent is not there. Neither is sent anything, and nothing is forgotten. */
async function withstands(
  { page, token, proof }: Tab,
  imposture: Imposture,
  impostor: Impostor,
): Promise<boolean> {
  await until(`a proof was wanted from what ${imposture}`, () =>
    impostor.caught.some(({ body }) => body.includes(proof.id)),
  );
  const isAbsent = ['points elsewhere', 'says that it failed', 'says nothing'].includes(imposture);
  if (isAbsent) {
    await page.getByRole('navigation').getByRole('link', { name: 'Log' }).click();
    await page.waitForTimeout(1000);
  } else {
    await page.getByRole('heading', { name: STRANGER }).waitFor();
  }
  const kept = await page.evaluate(() => sessionStorage.getItem('desk-session'));
  const [leak] = leaksTo(impostor, token, proof.key);
  if (leak !== undefined) throw new Error(`it was sent ${leak.method} ${leak.path}`);
  return kept === token;
}

function leaksTo({ caught }: Impostor, token: string, key: string): Impostor['caught'] {
  return caught.filter(
    ({ method, path, authorization, body }) =>
      authorization !== undefined ||
      (method !== 'GET' && path !== '/api/prove') ||
      [body, path].some((text) => text.includes(token) || text.includes(key)),
  );
}

async function showsOn(browser: Browser, url: string, title: string): Promise<boolean> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: title }).waitFor();
  await context.close();
  return true;
}

async function reloads({ page }: Tab, answers: Answers): Promise<boolean> {
  answers.take();
  await page.reload();
  await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  const calls = await callsOf(answers);
  return calls[0]?.url === '/api/prove';
}

/** The heading may be drawn before the desk has noted what it answered: these are all until the first operation. */
async function callsOf(answers: Answers): Promise<readonly Answer[]> {
  const calls: Answer[] = [];
  await until('an operation is answered', () => {
    calls.push(...answers.take().filter(({ url }) => url.startsWith('/api/')));
    return calls.some(({ url }) => url.startsWith('/api/op/'));
  });
  return calls;
}

async function keepsNoCookie({ page, context }: Tab, answers: Answers): Promise<boolean> {
  const set = await context.cookies();
  const { hostname } = new URL(page.url());
  await context.addCookies([{ name: 'other', value: 'program', domain: hostname, path: '/' }]);
  answers.take();
  await page.reload();
  await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  const calls = await callsOf(answers);
  await context.clearCookies();
  return set.length === 0 && calls.every(({ cookie }) => cookie === '');
}

/** As after a machine has slept: nobody answers for a moment, then the same desk does, and the tab goes on by itself. */
async function goesOn({ page }: Tab, desk: Desk): Promise<boolean> {
  desk.signal('SIGSTOP');
  await page.evaluate(() => document.dispatchEvent(new Event('resume')));
  await page.getByRole('navigation').getByRole('link', { name: 'Log' }).click();
  await page.waitForTimeout(500);
  desk.signal('SIGCONT');
  await page.getByRole('heading', { name: 'Log', level: 1 }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'New request' }).click();
  await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  return await page.getByRole('heading', { name: STRANGER }).isHidden();
}

/** The desk proves itself, and only then is it believed that the bearer is over. */
async function endsBearer({ page }: Tab): Promise<boolean> {
  await page.evaluate(() => sessionStorage.setItem('desk-session', 'a'.repeat(43)));
  await page.reload();
  await page.getByRole('heading', { name: ENDED }).waitFor();
  return await page.evaluate(() => sessionStorage.getItem('desk-session') === null);
}

/** In a context of its own: a browser opens only a few connections to one host at once. */
async function openTab(browser: Browser, url: string): Promise<Tab> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let overheard = '';
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/prove')) return;
    // The body of an answer whose page has gone on is not there any more.
    response.text().then(
      (text) => (overheard = text),
      () => undefined,
    );
  });
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/api/op/')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.goto(url);
  await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  // A tab at rest: it knows its desk by the stream, and what its form asked is answered. A call that is begun in the milliseconds
  // between the end of a desk and the news of it goes to whoever has the port by then; no page can help that.
  await until('the desk has proven itself over the stream', () => overheard.includes('proof'));
  const order = page.getByRole('textbox', { name: 'Order ID' });
  await until('an order is suggested', async () => (await order.inputValue()) !== '');
  await until('every call is answered', () => open.size === 0);
  const kept = await page.evaluate(() => ({
    token: sessionStorage.getItem('desk-session') ?? '',
    proof: sessionStorage.getItem('desk-proof') ?? 'null',
  }));
  const proof = proofSchema.parse(JSON.parse(kept.proof));
  return { page, context, token: kept.token, proof, overheard: () => overheard };
}

async function faultsOf(
  rows: Readonly<Record<string, () => Promise<boolean>>>,
  atOnce = 1,
): Promise<Faults> {
  const wrong: string[] = [];
  const queue = Object.entries(rows).values();
  const work = async (): Promise<void> => {
    for (const [name, isSo] of queue) {
      try {
        if (!(await isSo())) wrong.push(`${name}: it is not so`);
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { rows: Object.keys(rows).length, wrong };
}
