import type { Transport } from '#shared/contract/client.ts';

import { createLineReader } from './lines.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** The host sends a heartbeat at least every 15 s. */
const SILENCE_MS = 40_000;

export type LoopbackOptions = {
  readonly token: string;
  /** The bearer is no longer known: the desk was restarted. */
  readonly onSessionLost: () => void;
  /** Called when the event stream opens and when it breaks. Events may have been missed in between. */
  readonly onStream: (open: boolean) => void;
};

/** Operations as single posts, events as one streamed answer (EventSource cannot send a bearer). */
export function loopbackTransport(options: LoopbackOptions): Transport {
  const authorization = `Bearer ${options.token}`;
  const listeners = new Set<(event: unknown) => void>();
  let stop: AbortController | null = null;
  const tellAll = (event: unknown): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    async invoke(name, input) {
      const response = await fetch(`/api/op/${name}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (response.status === 401) options.onSessionLost();
      const reply: unknown = await response.json();
      return reply;
    },
    // One stream however many listen: a browser keeps only a few connections to a host.
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) {
        stop = new AbortController();
        const reading = { authorization, listener: tellAll, options, stop: stop.signal };
        void keepReading(reading, FIRST_PAUSE_MS);
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

type Reading = {
  readonly authorization: string;
  readonly listener: (event: unknown) => void;
  readonly options: LoopbackOptions;
  readonly stop: AbortSignal;
};

/** Opens the stream again whenever it ends, waiting longer each time that it could not be opened at all. */
async function keepReading(reading: Reading, pauseMs: number): Promise<void> {
  const opened = await readOnce(reading);
  if (reading.stop.aborted) return;
  reading.options.onStream(false);
  const nextMs = opened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  const timer = setTimeout(() => void keepReading(reading, nextMs), nextMs);
  reading.stop.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Reads until the stream ends or falls silent. Never rejects; says whether it had been open. */
async function readOnce({ authorization, listener, options, stop }: Reading): Promise<boolean> {
  const silence = new AbortController();
  let opened = false;
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const readLines = createLineReader((line) => listener(JSON.parse(line)));
  try {
    const signal = AbortSignal.any([stop, silence.signal]);
    const response = await fetch('/api/events', { headers: { authorization }, signal });
    if (response.status === 401) options.onSessionLost();
    if (!response.ok || response.body === null) return false;
    opened = true;
    options.onStream(true);
    const text = response.body.pipeThrough(new TextDecoderStream());
    await text.pipeTo(
      new WritableStream({
        write: (chunk) => {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), SILENCE_MS);
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
