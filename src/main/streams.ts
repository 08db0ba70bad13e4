type Stream = { on(event: 'error', listener: () => void): unknown };

/** A terminal that was closed, or a program that read and ended: every line would raise an error that nobody catches (EPIPE). */
export function swallowErrors(streams: readonly Stream[]): void {
  for (const stream of streams) stream.on('error', () => undefined);
}
