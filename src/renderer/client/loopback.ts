import type { Transport } from '#shared/contract/client.ts';

import { askForProof } from './proof.ts';
import type { OpenSession } from './session.ts';
import { type Trust, createTrust } from './trust.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** The host sends a heartbeat at least every 15 s. */
const SILENCE_MS = 40_000;

/** Fetch refuses to keep more alive, all such calls taken together. */
const MAX_KEEPALIVE_BYTES = 60_000;

export type LoopbackOptions = {
  readonly session: OpenSession;
  /** The desk has proven itself, but the bearer is over. */
  readonly onSessionLost: () => void;
  /** Something answers at the desk's address that is not the desk which opened this tab. Nothing more is sent to it. */
  readonly onStranger: () => void;
  /** Called when the event stream opens and when it breaks. Events may have been missed in between. */
  readonly onStream: (open: boolean) => void;
};

/** Operations as single posts, events as one streamed answer (EventSource cannot send a bearer). */
export function loopbackTransport(options: LoopbackOptions): Transport {
  const { session, onStranger } = options;
  const trust = createTrust({
    askForProof: () => askForProof(location.origin, session.proof),
    onStranger,
    nowMs: Date.now,
    isFresh: session.isFresh,
  });
  const post = postWith(options, trust, watchAttention(globalThis));
  doubtAfterSleep(trust);
  const listeners = new Set<(event: unknown) => void>();
  let stop: AbortController | null = null;
  const tellAll = (event: unknown): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    async invoke(name, input, { outlivesPage = false } = {}) {
      const response = await post(`/api/op/${name}`, input, null, outlivesPage);
      const reply: unknown = await response.json();
      return reply;
    },
    // One stream however many listen: a browser keeps only a few connections to a host.
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) {
        stop = new AbortController();
        const { onStream } = options;
        void keepReading({ post, trust, tellAll, onStream, stop: stop.signal }, FIRST_PAUSE_MS);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = null;
      };
    },
  };
}

type Post = (
  path: string,
  input: unknown,
  signal: AbortSignal | null,
  outlivesPage?: boolean,
) => Promise<Response>;

/** The one place where the bearer leaves the page: only to the desk that gave it, and wherever it points, no further. */
function postWith(
  { session, onSessionLost }: LoopbackOptions,
  trust: Trust,
  attention: Attention,
): Post {
  const authorization = `Bearer ${session.token}`;
  let isOver = false;
  return async (path, input, signal, outlivesPage = false) => {
    if (isOver) throw new Error('The session is over');
    await trust.ensure();
    const body = JSON.stringify(input);
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(attention.take() ? { 'desk-attended': '1' } : {}),
        },
        body,
        credentials: 'omit',
        redirect: 'error',
        signal,
        keepalive: outlivesPage && new Blob([body]).size <= MAX_KEEPALIVE_BYTES,
      });
      if (response.status !== 401) return response;
    } catch (error) {
      trust.doubt();
      throw error;
    }
    // Only the desk itself can say that a session is over. Another process that says so changes nothing here.
    trust.doubt();
    if ((await trust.prove()) === 'proven') {
      isOver = true;
      onSessionLost();
    }
    throw new Error('The bearer was refused');
  };
}

/** A page that was frozen, kept in the history or asleep with its machine cannot know who has the port by now. */
function doubtAfterSleep(trust: Trust): void {
  document.addEventListener('resume', () => trust.doubt());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) trust.doubt();
  });
}

type Reading = {
  readonly post: Post;
  readonly trust: Trust;
  readonly tellAll: (event: unknown) => void;
  readonly onStream: (open: boolean) => void;
  readonly stop: AbortSignal;
};

/** Opens the stream again whenever it ends, waiting longer each time that it could not be opened at all. */
async function keepReading(reading: Reading, pauseMs: number): Promise<void> {
  const opened = await readOnce(reading);
  if (opened) reading.trust.doubt();
  if (reading.stop.aborted) return;
  reading.onStream(false);
  const nextMs = opened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  const timer = setTimeout(() => void keepReading(reading, nextMs), nextMs);
  reading.stop.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Reads until the stream ends or falls silent. Never rejects; says whether it had been open. */
async function readOnce({ post, trust, tellAll, onStream, stop }: Reading): Promise<boolean> {
  const silence = new AbortController();
  let opened = false;
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const readLines = createLineReader((line) => tellAll(JSON.parse(line)));
  try {
    const response = await post('/api/events', {}, AbortSignal.any([stop, silence.signal]));
    if (!response.ok || response.body === null) return false;
    opened = true;
    onStream(true);
    const decoded = response.body.pipeThrough(new TextDecoderStream());
    await decoded.pipeTo(
      new WritableStream({
        write: (chunk) => {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), SILENCE_MS);
          trust.heard();
          readLines(chunk);
        },
      }),
    );
  } catch {
    // Broken, stopped or silent: the caller decides whether to open it again.
  } finally {
    clearTimeout(timer);
  }
  return opened;
}

/** Tells whether the operator has used this page. Calls that the page makes by itself must not keep an unattended desk open. */
type Attention = {
  /** True when a key or the pointer was used since the last call. */
  readonly take: () => boolean;
};

const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;

function watchAttention(page: EventTarget): Attention {
  // The operator has just opened the page.
  let isTouched = true;
  const touched = (): void => {
    isTouched = true;
  };
  for (const sign of SIGNS) page.addEventListener(sign, touched, { capture: true, passive: true });
  return {
    take() {
      const was = isTouched;
      isTouched = false;
      return was;
    },
  };
}

/** Cuts a stream of text into lines; a blank line is a heartbeat and is not handed on. */
export function createLineReader(onLine: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  };
}
