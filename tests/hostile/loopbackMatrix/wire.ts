import { connect } from 'node:net';

/** What came back over a connection of its own. Null: it was ended without an answer. */
export type Heard = {
  readonly statuses: readonly number[];
  readonly head: string;
};

const LONGEST_MS = 15_000;

/** Says exactly these bytes and hears what comes until the other side ends it, or until a stream stands. */
export function say(port: number, text: string): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const heard = (): string => Buffer.concat(chunks).toString('latin1');
    const settle = (): void => {
      socket.destroy();
      resolve(readAnswers(heard()));
    };
    const timer = setTimeout(settle, LONGEST_MS);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (heard().includes('application/x-ndjson')) settle();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      settle();
    });
    socket.write(text, 'latin1');
  });
}

function readAnswers(text: string): Heard {
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (?<status>\d{3})/gmu)].map(({ groups }) =>
    Number(groups?.['status']),
  );
  return { statuses, head: text.slice(0, Math.max(text.indexOf('\r\n\r\n'), 0)) };
}
