import net from 'node:net';
import tls from 'node:tls';

import type { NOT_SENT_REASONS } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

type ConnectFault = {
  readonly code: (typeof NOT_SENT_REASONS)[number];
  readonly detail: string;
};

export type Connection = {
  readonly socket: net.Socket;
  readonly remoteAddress: string;
  /** The TLS version, where there is one. */
  readonly tls: string | null;
};

type ConnectOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };
export type Connect = (
  url: URL,
  options: ConnectOptions,
) => Promise<Result<Connection, ConnectFault>>;

const ADDRESS_ATTEMPT_MS = 1000;
const NAME_FAULTS: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA']);

/**
 * DNS, TCP and TLS, and not one byte of the request: until W2 is durable every failure is provably `not_sent`.
 * A new connection each time, because a reused one can die under a POST and leave its fate open.
 */
export function createConnect(): Connect {
  // Reading the system's certificates takes a while, so they are read once, with the first https connection.
  let trusted: tls.SecureContext | null = null;

  return async (url, options) => {
    const host = url.hostname.replaceAll(/[[\]]/gu, '');
    const secure = url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    const socket = net.connect({
      host,
      port,
      noDelay: true,
      // Node's quarter of a second gives a far host up before it could answer.
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    });
    const plain = await opened(socket, 'connect', options);
    if (!plain.ok) return plain;
    const remoteAddress = addressOf(plain.value);
    if (!secure) return ok({ socket: plain.value, remoteAddress, tls: null });

    trusted ??= tls.createSecureContext({ ca: trustedCertificates(), minVersion: 'TLSv1.2' });
    const wrapped = tls.connect({
      socket: plain.value,
      secureContext: trusted,
      // Said out loud: NODE_TLS_REJECT_UNAUTHORIZED and the like must not open this.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      // A name is sent only where there is one (RFC 6066: no addresses); the certificate is checked against `host` either way.
      ...(net.isIP(host) === 0 ? { servername: host } : { host }),
    });
    const secured = await opened(wrapped, 'secureConnect', options);
    if (!secured.ok) {
      plain.value.destroy();
      return secured;
    }
    return ok({ socket: secured.value, remoteAddress, tls: wrapped.getProtocol() });
  };
}

/** The operating system's beside Node's own: an office may have a certificate authority of its own. */
function trustedCertificates(): string[] {
  const own = tls.getCACertificates('default');
  try {
    return [...own, ...tls.getCACertificates('system')];
  } catch {
    // A runtime or system that cannot list them: fewer are trusted, which is the safe side.
    return own;
  }
}

/** Waits for the stage's event; whatever comes first instead of it ends the socket. */
function opened<S extends net.Socket>(
  socket: S,
  stage: 'connect' | 'secureConnect',
  { timeoutMs, signal }: ConnectOptions,
): Promise<Result<S, ConnectFault>> {
  return new Promise((resolve) => {
    const finish = (result: Result<S, ConnectFault>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off(stage, onOpen);
      socket.off('close', onClose);
      socket.off('error', onError);
      // It may break while nobody is listening yet, or any more, and that must not end the process.
      socket.on('error', () => undefined);
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const onOpen = (): void => finish(ok(socket));
    const onError = (error: Error): void => finish(err(connectFault(error, stage)));
    const onClose = (): void =>
      finish(err({ code: lostCode(stage), detail: 'closed by the other side' }));
    const onAbort = (): void =>
      finish(err({ code: 'interrupted_before_sending', detail: 'the desk was closed' }));
    const timer = setTimeout(() => {
      const code = stage === 'connect' ? 'connection_timed_out' : 'tls_failed';
      finish(err({ code, detail: `no answer to ${stage} within ${timeoutMs} ms` }));
    }, timeoutMs);

    socket.once(stage, onOpen);
    socket.once('error', onError);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

function connectFault(error: Error, stage: 'connect' | 'secureConnect'): ConnectFault {
  const code = 'code' in error ? String(error.code) : error.name;
  const detail = error.message === '' ? code : `${code}: ${error.message}`;
  if (NAME_FAULTS.has(code)) return { code: 'name_not_resolved', detail };
  if (code === 'ETIMEDOUT') return { code: 'connection_timed_out', detail };
  return { code: lostCode(stage), detail };
}

function lostCode(stage: 'connect' | 'secureConnect'): ConnectFault['code'] {
  return stage === 'connect' ? 'connection_failed' : 'tls_failed';
}

function addressOf(socket: net.Socket): string {
  const { remoteAddress = '', remotePort = 0 } = socket;
  return net.isIPv6(remoteAddress)
    ? `[${remoteAddress}]:${remotePort}`
    : `${remoteAddress}:${remotePort}`;
}
