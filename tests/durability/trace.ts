/** What a trace of the desk tells of one request. */
export type TracedRequest = {
  readonly outcome: string;
  /** Flushes of the log that came back without an error, before the first byte of the POST and after it. */
  readonly flushesBeforePost: number;
  readonly flushesAfterPost: number;
  readonly posts: number;
};

type Call = {
  readonly thread: string;
  readonly name: string;
  readonly text: string;
};

const LINE = /^(?<thread>\d+)\s+(?<rest>.*)$/u;
const BEGUN = /^(?<name>\w+)\((?<text>.*) <unfinished \.\.\.>$/u;
const RESUMED = /^<\.\.\. (?<name>\w+) resumed>(?<text>.*)$/u;
const WHOLE = /^(?<name>\w+)\((?<text>.*)$/u;

/** Calls in the order in which they came back: strace cuts in two what other threads ran into. */
function callsOf(trace: string): readonly Call[] {
  const begun = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of trace.split('\n')) {
    const { thread = '', rest = '' } = LINE.exec(line)?.groups ?? {};
    const unfinished = BEGUN.exec(rest)?.groups;
    const resumed = RESUMED.exec(rest)?.groups;
    const whole = WHOLE.exec(rest)?.groups;
    if (unfinished !== undefined) {
      begun.set(thread, unfinished['text'] ?? '');
    } else if (resumed !== undefined) {
      const text = `${begun.get(thread) ?? ''}${resumed['text'] ?? ''}`;
      calls.push({ thread, name: resumed['name'] ?? '', text });
    } else if (whole !== undefined) {
      calls.push({ thread, name: whole['name'] ?? '', text: whole['text'] ?? '' });
    }
  }
  return calls;
}

function isFlushOf({ name, text }: Call, file: string): boolean {
  return (
    (name === 'fsync' || name === 'fdatasync') && text.includes(`<${file}`) && text.endsWith('= 0')
  );
}

function isPost({ name, text }: Call): boolean {
  return /^(?:write|writev|sendto|sendmsg)$/u.test(name) && text.includes('"POST /api/');
}

type Mark = { readonly kind: 'begin' } | { readonly kind: 'end'; readonly outcome: string };

function markOf({ name, text }: Call): Mark | null {
  if (!name.startsWith('mkdir')) return null;
  const outcome = /\/end-\d+-(?<outcome>\w+)"/u.exec(text)?.groups?.['outcome'];
  if (outcome !== undefined) return { kind: 'end', outcome };
  return /\/begin-\d+"/u.test(text) ? { kind: 'begin' } : null;
}

/** By `begin-N` and `end-N-outcome`, folders that the traced process makes around each request. */
export function tracedRequests(trace: string, logFile: string): readonly TracedRequest[] {
  const requests: TracedRequest[] = [];
  let own: Call[] = [];
  for (const call of callsOf(trace)) {
    const mark = markOf(call);
    if (mark === null) own.push(call);
    if (mark?.kind === 'begin') own = [];
    if (mark?.kind === 'end') requests.push(requestOf(own, mark.outcome, logFile));
  }
  return requests;
}

function requestOf(calls: readonly Call[], outcome: string, logFile: string): TracedRequest {
  const firstPost = calls.findIndex(isPost);
  const flushes = calls.flatMap((call, at) => (isFlushOf(call, logFile) ? [at] : []));
  const before = flushes.filter((at) => firstPost < 0 || at < firstPost).length;
  return {
    outcome,
    flushesBeforePost: before,
    flushesAfterPost: flushes.length - before,
    posts: calls.filter(isPost).length,
  };
}
