import type { ConnectionFault, Listening } from './fault.ts';

const provider = (
  name: string,
  item: string | null,
  listening: Listening,
  says: string,
): ConnectionFault => ({
  name,
  where: 'connection',
  item,
  says,
  creates: item === null,
  role: 'provider',
  listening,
});

const proxy = (
  name: string,
  item: string | null,
  answer: Extract<Listening, { as: 'proxy' }>['answer'],
  says: string,
): ConnectionFault => ({
  ...provider(name, item, { as: 'proxy', answer }, says),
  role: 'proxy',
});

export const CONNECTION_FAULTS: readonly ConnectionFault[] = [
  provider(
    'dns-fails',
    'DNS fails',
    // RFC 6761 keeps .invalid without an address for ever.
    { as: 'address', url: 'https://sandbox.invalid' },
    'a name that has no address',
  ),
  provider('refused', 'refused', { as: 'refused' }, 'a port on which no program listens'),
  provider(
    'unreachable',
    'unreachable',
    // TCP cannot be spoken to the broadcast address: the system says so itself and sends nothing.
    { as: 'address', url: 'https://255.255.255.255:9' },
    'an address without a way to it',
  ),
  provider(
    'connect-timeout',
    'connect timeout',
    { as: 'stalled' },
    'a listener that accepts no connection: its queue is full and the system drops every SYN',
  ),
  provider(
    'tls-expired',
    'TLS expired',
    { as: 'tls', certificate: 'expired' },
    'a certificate of the test CA that ended yesterday',
  ),
  provider(
    'tls-self-signed',
    'self-signed',
    { as: 'tls', certificate: 'self-signed' },
    'a certificate signed by itself',
  ),
  provider(
    'tls-wrong-host',
    'wrong host',
    { as: 'tls', certificate: 'wrong-host' },
    'a certificate of the test CA for wrong-host.example',
  ),
  provider(
    'tls-hanging',
    'hanging (no bypass)',
    { as: 'tls-broken', by: 'hanging' },
    'accepts, reads, and never says a word of TLS',
  ),
  provider(
    'tls-reset',
    'hanging (no bypass)',
    { as: 'tls-broken', by: 'reset' },
    'resets the connection at the first byte of the handshake',
  ),
  provider(
    'tls-not-tls',
    'hanging (no bypass)',
    { as: 'tls-broken', by: 'plain-answer' },
    'answers the handshake with plain HTTP',
  ),
  provider(
    'tls-ok',
    null,
    { as: 'tls', certificate: 'good' },
    'the whole sandbox behind a good certificate of the test CA',
  ),
  provider(
    'tls-ok-by-name',
    null,
    { as: 'by-name', of: 'tls-ok' },
    'the same as https://sandbox.test, a name that resolves only inside `proxy-ok`',
  ),
  proxy('proxy-refuses', 'proxy refuses', 403, 'CONNECT is answered 403'),
  proxy('proxy-refuses-407', 'proxy refuses', 407, 'CONNECT is answered 407'),
  proxy('proxy-refuses-502', 'proxy refuses', 502, 'CONNECT is answered 502'),
  proxy('proxy-hangs', 'proxy refuses', 'silence', 'CONNECT is never answered'),
  proxy('proxy-closes', 'proxy refuses', 'close', 'the connection closes after CONNECT'),
  proxy('proxy-ok', null, 'tunnel', 'a tunnel to the ports of this sandbox, and nowhere else'),
];
