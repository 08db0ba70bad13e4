import { spawn } from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { makeCertificates } from '../../tests/provider/tls/certificates.ts';
import { endProcess } from '../../tests/support/endProcess.ts';

/** https to a provider that is `delayMs` away in each direction. A process of its own, so that it slows neither side. */
export type SlowLine = {
  readonly origin: string;
  readonly caPem: string;
  readonly close: () => Promise<void>;
};

const readySchema = z.object({ port: z.int(), caPem: z.string() });

export async function startSlowLine(toOrigin: string, delayMs: number): Promise<SlowLine> {
  const self = path.join(import.meta.dirname, 'slowLine.ts');
  const child = spawn(process.execPath, [self, toOrigin, String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('The slow line has ended')));
  });
  const { port, caPem } = readySchema.parse(JSON.parse(first));
  return {
    origin: `https://127.0.0.1:${port}`,
    caPem,
    close: () => endProcess(child, 'SIGTERM'),
  };
}

/** TLS ends here, at the far end of the line; the provider gets its own Host, the only one that it answers to. */
function createFarEnd(toOrigin: string, credentials: https.ServerOptions): https.Server {
  const { hostname, port, host } = new URL(toOrigin);
  const agent = new http.Agent({ keepAlive: true });
  return https.createServer(credentials, (incoming, outgoing) => {
    const { method, url: target, headers } = incoming;
    const onward = http.request(
      { agent, hostname, port, method, path: target, headers: { ...headers, host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

/** Every piece arrives later. The three-way handshake is the system's and takes no time here. */
function createLine(toPort: number, delayMs: number): net.Server {
  const lead = (from: net.Socket, to: net.Socket): void => {
    from.on('data', (piece) => void setTimeout(() => to.write(piece), delayMs));
    from.once('end', () => void setTimeout(() => to.end(), delayMs));
    from.on('error', () => to.destroy());
  };
  return net.createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = net.connect({ port: toPort, noDelay: true, allowHalfOpen: true });
    lead(near, far);
    lead(far, near);
  });
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  return address.port;
}

async function serve(toOrigin: string, delayMs: number): Promise<void> {
  const { caPem, good } = makeCertificates(new Date());
  const farPort = await listen(createFarEnd(toOrigin, good));
  const port = await listen(createLine(farPort, delayMs));
  process.stdout.write(`${JSON.stringify({ port, caPem })}\n`);
}

const [, entry, toOrigin, delayMs] = process.argv;
if (entry === import.meta.filename && toOrigin !== undefined)
  await serve(toOrigin, Number(delayMs));
