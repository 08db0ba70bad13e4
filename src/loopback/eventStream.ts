import type { DeskEvent } from '#shared/contract/events.ts';

/** A reader this far behind is dropped: it reconnects and asks anew, which loses nothing. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

/** More open pages than an operator has; past it the oldest is ended. */
const MAX_READERS = 64;

export type EventStreams = {
  /**
   * One open page: NDJSON, one event per line, blank lines in between to show that the host is there. It hears nothing more once
   * the bearer that opened it is over, and only events that its person may see.
   */
  readonly open: (
    isAlive: () => boolean,
    mayHear: (event: DeskEvent) => boolean,
  ) => ReadableStream<Uint8Array>;
  readonly push: (event: DeskEvent) => void;
  readonly closeAll: () => void;
};

type Reader = {
  readonly mayHear: (event: DeskEvent) => boolean;
  readonly write: (line: string) => void;
  readonly end: () => void;
};

export function createEventStreams(heartbeatMs: number): EventStreams {
  const readers = new Set<Reader>();
  return {
    open(isAlive, mayHear) {
      let leave = () => {};
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const reader = {
              ...createReader(controller, isAlive, () => leave()),
              mayHear,
            };
            const heartbeat = setInterval(() => reader.write('\n'), heartbeatMs);
            leave = () => {
              clearInterval(heartbeat);
              readers.delete(reader);
            };
            const [oldest] = readers;
            if (readers.size >= MAX_READERS) oldest?.end();
            readers.add(reader);
            // The first byte tells the page that the stream stands.
            reader.write('\n');
          },
          cancel: () => leave(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG_BYTES }),
      );
    },
    push(event) {
      const line = `${JSON.stringify(event)}\n`;
      for (const reader of readers) if (reader.mayHear(event)) reader.write(line);
    },
    closeAll() {
      for (const reader of readers) reader.end();
    },
  };
}

function createReader(
  controller: ReadableStreamDefaultController<Uint8Array>,
  isAlive: () => boolean,
  leave: () => void,
): Omit<Reader, 'mayHear'> {
  const encoder = new TextEncoder();
  const end = () => {
    leave();
    // What is queued may still be read; then the page sees the end and connects anew.
    controller.close();
  };
  return {
    write(line) {
      if (isAlive() && (controller.desiredSize ?? 0) > 0) {
        controller.enqueue(encoder.encode(line));
        return;
      }
      end();
    },
    end,
  };
}
