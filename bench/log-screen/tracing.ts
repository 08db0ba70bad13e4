import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

/** What Chromium calls one turn of a thread, in this version and in older ones. */
const TASKS: ReadonlySet<string> = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
const CATEGORIES = ['toplevel', 'v8', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const US_PER_MS = 1000;

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown().optional() }).optional(),
});
type TraceEvent = z.infer<typeof eventSchema>;

/** `onCpuMs`: of that, what the thread was computing and not waiting for a busy machine. */
export type Task = {
  readonly tookMs: number;
  readonly onCpuMs: number;
  /** What it was made of, each with how long it took by the clock and on the processor. */
  readonly parts: readonly string[];
};
const MOST_PARTS = 4;
const LEAST_PART_MS = 2;

/** Every task of the pages' main threads while the work goes on, the longest first. */
export async function tracedTasks(page: Page, work: () => Promise<void>): Promise<readonly Task[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const raw of value) {
      const read = eventSchema.safeParse(raw);
      if (read.success) events.push(read.data);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await work();
  await endOf(session);
  await session.detach();
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => TASKS.has(name) && threads.has(`${pid} ${tid}`))
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .map((task, at) => ({ ...timesOf(task), parts: at === 0 ? partsOf(task, events) : [] }));
}

function timesOf({ dur = 0, tdur = dur }: TraceEvent): Pick<Task, 'tookMs' | 'onCpuMs'> {
  return { tookMs: dur / US_PER_MS, onCpuMs: tdur / US_PER_MS };
}

/** The longest of what went on inside it. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): readonly string[] {
  const end = task.ts + (task.dur ?? 0);
  return events
    .filter(
      ({ name, pid, tid, ts, dur = 0 }) =>
        !TASKS.has(name) &&
        pid === task.pid &&
        tid === task.tid &&
        ts >= task.ts &&
        ts + dur <= end &&
        dur >= LEAST_PART_MS * US_PER_MS,
    )
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, MOST_PARTS)
    .map((event) => {
      const { tookMs, onCpuMs } = timesOf(event);
      return `${event.name} ${tookMs.toFixed(1)} (${onCpuMs.toFixed(1)})`;
    });
}

async function endOf(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
}
