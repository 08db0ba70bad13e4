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
    subscribe(listener) {
      const stop = new AbortController();
      void keepReading(authorization, listener, options, stop.signal);
      return () => stop.abort();
    },
  };
}

async function keepReading(
  authorization: string,
  listener: (event: unknown) => void,
  options: LoopbackOptions,
  stop: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!stop.aborted) {
    const opened = await readOnce(authorization, listener, options, stop);
    if (stop.aborted) return;
    options.onStream(false);
    pauseMs = opened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await pause(pauseMs);
  }
}

/** True when the stream was open for a while; it never rejects. */
async function readOnce(
  authorization: string,
  listener: (event: unknown) => void,
  options: LoopbackOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([stop, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  let opened = false;
  try {
    const response = await fetch('/api/events', { headers: { authorization }, signal });
    if (response.status === 401) options.onSessionLost();
    if (!response.ok || response.body === null) return false;
    opened = true;
    options.onStream(true);
    const readLines = createLineReader((line) => listener(JSON.parse(line)));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      readLines(value);
    }
  } catch {
    return opened;
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
