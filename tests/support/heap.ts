import type { Page } from '@playwright/test';

import type { Place } from './canary.ts';

/** Every text that the page's scripts can still reach, after garbage was collected. */
export async function heapOf(page: Page): Promise<Place> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return textsOf('heap of the page', chunks.join(''));
}

export function textsOf(where: string, snapshot: string): Place {
  // Before its texts stand only numbers that tell which object holds which.
  const texts = snapshot.lastIndexOf('"strings":[');
  if (texts === -1) throw new Error('The snapshot has no texts');
  return { where, content: Buffer.from(snapshot.slice(texts)) };
}
