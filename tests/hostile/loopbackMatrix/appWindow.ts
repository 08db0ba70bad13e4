import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { openBrowser } from '../../../src/loopback/browser.ts';
import { chromiumFlags, findChromium } from '../../support/chromium.ts';
import { until } from '../waiting.ts';
import type { Answers } from './answers.ts';
import { codeOf } from './target.ts';

/**
 * The desk's own app window, in a real Chromium: it gets in, and meanwhile no program of this machine has the code among its
 * arguments, where every other could read it.
 */
export async function opensUnseen(url: string, dir: string, answers: Answers): Promise<boolean> {
  const env = { ...process.env, PATH: headlessOnPath(dir) };
  answers.take();
  const machine = { platform: process.platform, env };
  const browser = await openBrowser(machine, url, path.join(dir, 'profile'));
  try {
    const seen: string[] = [];
    let isIn = false;
    await until('the app window got in', () => {
      seen.push(...argumentsOfAll());
      isIn ||= answers
        .take()
        .some(({ url: at, status }) => at === '/api/session' && status === 200);
      return isIn;
    });
    const windows = seen.filter((line) => line.includes('--app=file:'));
    return windows.length > 0 && !seen.some((line) => line.includes(codeOf(url)));
  } finally {
    await browser.close();
  }
}

/** A folder in which `chromium` is the real one, but needs no display. */
export function headlessOnPath(dir: string): string {
  const folder = path.join(dir, 'bin');
  mkdirSync(folder, { recursive: true });
  const wrapper = path.join(folder, 'chromium');
  const flags = ['--headless=new', ...chromiumFlags()].map((flag) => `'${flag}'`).join(' ');
  writeFileSync(wrapper, `#!/bin/sh\nexec '${findChromium() ?? ''}' ${flags} "$@"\n`);
  chmodSync(wrapper, 0o700);
  return folder;
}

function argumentsOfAll(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // It has ended in between.
        return '';
      }
    });
}
