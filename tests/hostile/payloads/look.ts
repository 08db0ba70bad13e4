import type { Page } from '@playwright/test';

import type { HostileDesk } from '../hostileDesk.ts';
import { showWhole } from '../unfold.ts';
import { shownIn, squeezed } from './shown.ts';
import type { Watch } from './watch.ts';

export type Walk = {
  readonly desk: HostileDesk;
  readonly watch: Watch;
  readonly fail: (what: string) => void;
  /** The payloads that this host meets in what belongs to a request, and in everything else. */
  readonly ofRequests: readonly number[];
  readonly ofOthers: readonly number[];
  /** So many texts were looked for, on so many screens; so many fields would not take one. */
  readonly counts: {
    texts: number;
    screens: number;
    refused: number;
    readonly fields: Set<string>;
  };
};

const SHOWN_AFTER_MS = 30_000;
const AGAIN_MS = 50;

type Looking = {
  /** What an earlier part of the same screen has shown. */
  readonly before?: string;
  /** Opens what is folded, before every look: the screen may still be drawing it. */
  readonly open?: (page: Page) => Promise<void>;
};

/** Each of these texts is there as it was written, and nothing else has happened. */
export async function expectShown(
  walk: Walk,
  at: string,
  texts: readonly string[],
  { before = '', open = showWhole }: Looking = {},
): Promise<void> {
  const { page } = walk.desk;
  const wanted = texts.map((text) => squeezed(text));
  const giveUpAt = Date.now() + SHOWN_AFTER_MS;
  let missing = wanted;
  do {
    await open(page);
    const shown = before + (await shownIn(page));
    missing = wanted.filter((text) => !shown.includes(text));
    if (missing.length > 0) await page.waitForTimeout(AGAIN_MS);
  } while (missing.length > 0 && Date.now() < giveUpAt);
  walk.counts.texts += texts.length;
  // Every text begins with its field and the payload's number.
  for (const text of texts) walk.counts.fields.add(/^[a-z_]+(?=\d)/u.exec(text)?.[0] ?? at);
  for (const text of missing) walk.fail(`${at}: not shown as it is: ${text}`);
  await expectNothing(walk, at);
}

export async function expectNothing(walk: Walk, at: string): Promise<void> {
  walk.counts.screens += 1;
  for (const news of await walk.watch.news()) walk.fail(`${at}: ${news}`);
}
