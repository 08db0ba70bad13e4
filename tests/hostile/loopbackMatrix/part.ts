import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startDesk } from '../../support/desk.ts';
import type { Part } from '../part.ts';
import { noteAnswers } from './answers.ts';
import { tryBrowserRows } from './browserRows.ts';
import { tryPlantedRows } from './plantedRows.ts';
import { tryTabRows } from './tabRows.ts';
import { type Target, exchange, targetOf } from './target.ts';
import { type RowsResult, tryWireRows } from './wireRows.ts';

/** Whoever is not the desk's own page asks the loopback host: over the wire, from a real browser, and in the desk's place. */
export const loopbackPart: Part = {
  name: 'loopback',
  async run() {
    const dir = mkdtempSync(path.join(tmpdir(), 'matrix-'));
    try {
      const asked = await tryAsking(dir);
      const tabs = await tryTabRows(dir);
      const planted = await tryPlantedRows(dir);
      const all: readonly RowsResult[] = [asked.wire, asked.browser, asked.after, tabs, planted];
      const rows = all.reduce((sum, result) => sum + result.rows, 0);
      const failures = all.flatMap(({ wrong }) => wrong);
      return {
        tried: rows,
        failures,
        figures:
          `${asked.wire.rows} over the wire, ${asked.browser.rows} from pages in Chromium (${asked.browser.refusedByDesk} requests came ` +
          `as far as the desk), ${tabs.rows} with open tabs, ${planted.rows} with what an earlier program of the port left; loopback matrix: ${rows} rows, ${failures.length} wrong`,
        // Its thousands of requests take a second or two; its pages have two dimensions, every pair of which is all of them.
        left: 'nothing',
      };
    } finally {
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function tryAsking(dir: string) {
  const answers = noteAnswers(dir);
  const desk = await startDesk({ env: answers.env });
  try {
    const target = await targetOf(desk);
    const wire = await tryWireRows(target);
    const browser = await tryBrowserRows(target, answers);
    return { wire, browser, after: await nothingHappened(target, desk.ledger().arrivals) };
  } finally {
    await desk.stop();
  }
}

/** The oracle beside every answer: nothing reached the provider, nothing is in the log, and the code is still good. */
async function nothingHappened(target: Target, arrivals: number): Promise<RowsResult> {
  const wrong: string[] = [];
  if (arrivals > 0) wrong.push(`${arrivals} requests reached the provider`);
  const recorded = await recordedBy(target);
  if (recorded !== '[]') wrong.push(`the log holds ${recorded}`);
  try {
    await exchange(target.origin, target.code);
  } catch {
    wrong.push('somebody has spent the one-time code');
  }
  return { rows: 3, wrong };
}

async function recordedBy({ origin, token }: Target): Promise<string> {
  const answer = await fetch(`${origin}/api/op/log.now`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profileId: 'sandbox' }),
  });
  const reply: unknown = await answer.json();
  return JSON.stringify(
    typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'value') : reply,
  );
}
