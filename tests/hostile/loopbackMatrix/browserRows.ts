import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { type BrowserContext, type Page, chromium } from '@playwright/test';

import { chromiumFlags, findChromium } from '../../support/chromium.ts';
import type { Answer, Answers } from './answers.ts';
import { ATTACKS, type Attack, type Prey } from './attacks.ts';
import type { Target } from './target.ts';
import type { RowsResult } from './wireRows.ts';

const ATTACKER_PAGE = '<!doctype html><title>attacker</title><body></body>';
const LONGEST_MS = 8000;

/** Where the attacker's page is at home, and by which name it calls the desk. */
type Stand = { readonly name: string; readonly home: string; readonly base: string };

export type BrowserResult = RowsResult & {
  /** Of the rows, those whose request did arrive at the desk and was refused there, not by the browser. */
  readonly refusedByDesk: number;
};

/** A real browser in which another site's page, another port's page and a rebound name try whatever a page can. */
export async function tryBrowserRows(target: Target, answers: Answers): Promise<BrowserResult> {
  const executablePath = findChromium();
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
    const results: BrowserResult[] = [];
    for (const stand of standsOf(target, attacker.port, dir)) {
      const context = await browser.newContext();
      results.push(await attackFrom(context, stand, target, answers));
      await context.close();
    }
    return {
      rows: results.reduce((sum, { rows }) => sum + rows, 0),
      wrong: results.flatMap(({ wrong }) => wrong),
      refusedByDesk: results.reduce((sum, { refusedByDesk }) => sum + refusedByDesk, 0),
    };
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

async function attackFrom(
  context: BrowserContext,
  stand: Stand,
  target: Target,
  answers: Answers,
): Promise<BrowserResult> {
  // What a rebinding attacker's own server said before the name moved.
  await context.route('**/attacker', (route) =>
    route.fulfill({ contentType: 'text/html', body: ATTACKER_PAGE }),
  );
  const page = await context.newPage();
  await page.goto(stand.home);
  answers.take();
  const wrong: string[] = [];
  let refusedByDesk = 0;
  for (const attack of ATTACKS) {
    const isRead = await attackOnce(page, attack, preyOf(stand, target));
    const given = answers.take().filter(({ port }) => port === target.port);
    if (isRead) wrong.push(`${stand.name}: ${attack.name} read something`);
    for (const { method, url, status } of given.filter((answer) => isWrong(answer, target))) {
      wrong.push(`${stand.name}: ${attack.name} was answered ${status} to ${method} ${url}`);
    }
    if (given.some(({ status }) => status >= 400)) refusedByDesk += 1;
    if (page.url() !== stand.home) await page.goto(stand.home);
  }
  return { rows: ATTACKS.length, wrong, refusedByDesk };
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
