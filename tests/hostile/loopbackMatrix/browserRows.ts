import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Browser, type Page, chromium } from '@playwright/test';

import { chromiumFlags, findHeadlessChromium } from '../../support/chromium.ts';
import type { Answer, Answers } from './answers.ts';
import { ATTACKS, type Attack, type Prey } from './attacks.ts';
import type { Target } from './target.ts';
import type { RowsResult } from './wireRows.ts';

const ATTACKER_PAGE = '<!doctype html><title>attacker</title><body></body>';
const LONGEST_MS = 8000;

/** Where the attacker's page is at home, and by which name it calls the desk. */
type Stand = { readonly name: string; readonly home: string; readonly base: string };

export type BrowserResult = RowsResult & {
  /** Requests that did arrive at the desk and were refused there, not by the browser. */
  readonly refusedByDesk: number;
};

/** A real browser in which another site's page, another port's page and a rebound name try whatever a page can. */
export async function tryBrowserRows(target: Target, answers: Answers): Promise<BrowserResult> {
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const attacker = await startAttacker();
  const dir = mkdtempSync(path.join(tmpdir(), 'attacker-'));
  writeFileSync(path.join(dir, 'page.html'), ATTACKER_PAGE);
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...chromiumFlags(),
      '--host-resolver-rules=MAP *.example 127.0.0.1, MAP localhost 127.0.0.1',
    ],
  });
  try {
    const stands = standsOf(target, attacker.port, dir);
    const pages = await Promise.all(stands.map((stand) => pageAt(browser, stand)));
    return await attackAll(stands, pages, target, answers);
  } finally {
    await browser.close();
    attacker.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function standsOf({ origin, port }: Target, attackerPort: number, dir: string): readonly Stand[] {
  const rebound = `http://rebound.example:${port}`;
  const localhost = `http://localhost:${port}`;
  const file = pathToFileURL(path.join(dir, 'page.html')).href;
  return [
    { name: 'another port', home: `http://127.0.0.1:${attackerPort}/`, base: origin },
    { name: 'localhost', home: `http://localhost:${attackerPort}/`, base: origin },
    { name: 'another site', home: `http://evil.example:${attackerPort}/`, base: origin },
    { name: 'an opaque page', home: `http://evil.example:${attackerPort}/opaque`, base: origin },
    { name: 'a file', home: file, base: origin },
    // As after the name was made to point at this machine: the page is there, and now it asks its own origin.
    { name: 'a rebound name', home: `${rebound}/attacker`, base: rebound },
    { name: 'a rebound name, by number', home: `${rebound}/attacker`, base: origin },
    { name: 'localhost at our port', home: `${localhost}/attacker`, base: localhost },
  ];
}

async function pageAt(browser: Browser, { home }: Stand): Promise<Page> {
  const context = await browser.newContext();
  // What a rebinding attacker's own server said before the name moved.
  await context.route('**/attacker', (route) =>
    route.fulfill({ contentType: 'text/html', body: ATTACKER_PAGE }),
  );
  const page = await context.newPage();
  await page.goto(home);
  return page;
}

/** One attack from everywhere at once: most of them wait a second for what must not come. */
async function attackAll(
  stands: readonly Stand[],
  pages: readonly Page[],
  target: Target,
  answers: Answers,
): Promise<BrowserResult> {
  answers.take();
  const wrong: string[] = [];
  let refusedByDesk = 0;
  const judge = (what: string): void => {
    const given = answers.take().filter(({ port }) => port === target.port);
    for (const { method, url, host, site, status } of given.filter((one) => isWrong(one, target))) {
      wrong.push(`${what} was answered ${status} to ${method} ${url} (at ${host}, ${site})`);
    }
    refusedByDesk += given.filter(({ status }) => status >= 400).length;
  };
  for (const attack of ATTACKS) {
    await Promise.all(
      pages.map(async (page, at) => {
        const stand = stands[at];
        if (stand === undefined) throw new Error('A page without a stand');
        const isRead = await attackOnce(page, attack, preyOf(stand, target));
        if (isRead) wrong.push(`${stand.name}: ${attack.name} read something`);
        if (page.url() !== stand.home) await page.goto(stand.home);
      }),
    );
    judge(attack.name);
  }
  // What is answered only now was asked before its page was closed.
  await Promise.all(pages.map((page) => page.context().close()));
  judge('an attack');
  return { rows: ATTACKS.length * stands.length, wrong, refusedByDesk };
}

function preyOf({ base }: Stand, target: Target): Omit<Prey, 'how'> {
  const { script, picture, token, issue } = target;
  return { base, script, picture, token, issue };
}

async function attackOnce(
  page: Page,
  { run, how }: Attack,
  prey: Omit<Prey, 'how'>,
): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), LONGEST_MS).unref();
  });
  return await Promise.race([page.evaluate(run, { ...prey, how }), late]);
}

/** Whoever opens the desk in a window of its own is shown it, without any session: that is what a link does. */
function isWrong({ method, url, host, site, dest, status }: Answer, target: Target): boolean {
  if (status >= 400) return false;
  const isWindow = url === '/' && dest === 'document';
  const isPart = site === 'same-origin' && !url.startsWith('/api/');
  return !(method === 'GET' && host === target.host && (isWindow || isPart));
}

async function startAttacker() {
  const server = createServer((request, response) => {
    const isOpaque = request.url === '/opaque';
    response.writeHead(200, {
      'content-type': 'text/html',
      ...(isOpaque
        ? { 'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups' }
        : {}),
    });
    response.end(ATTACKER_PAGE);
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not listening'));
      else resolve(address.port);
    });
  });
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
