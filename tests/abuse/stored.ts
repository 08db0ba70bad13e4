import { openTestLog } from '../../src/core/testing/log.ts';

export type Stored = {
  /** What callbacks said, each once. */
  readonly states: ReadonlySet<string>;
  readonly verdict: string;
};

/** From the file alone, after the desk was killed. */
export async function storedIn(dataDir: string): Promise<Stored> {
  const log = await openTestLog(dataDir);
  try {
    const states = new Set<string>();
    for (let before: number | null = null; ;) {
      const page = await log.callbackPage(before, 200);
      for (const { reading } of page.callbacks) states.add(reading.state ?? '');
      if (page.next === null) break;
      before = page.next;
    }
    const verified = await log.verify();
    return { states, verdict: verified.ok ? verified.value.verdict : verified.error.code };
  } finally {
    await log.close();
  }
}
