/** Row 2, what can go wrong before the first byte: an address of the sandbox, and what it has to come to. */
export type ConnectionCell = {
  readonly item: string;
  readonly fault: string;
  readonly reason: string;
  /** It only ends when the desk has waited long enough. */
  readonly isSlow?: boolean;
};

export const CONNECTION_CELLS: readonly ConnectionCell[] = [
  { item: 'DNS fails', fault: 'dns-fails', reason: 'name_not_resolved' },
  { item: 'refused', fault: 'refused', reason: 'connection_failed' },
  { item: 'unreachable', fault: 'unreachable', reason: 'connection_failed' },
  {
    item: 'connect timeout',
    fault: 'connect-timeout',
    reason: 'connection_timed_out',
    isSlow: true,
  },
  { item: 'expired', fault: 'tls-expired', reason: 'tls_failed' },
  { item: 'self-signed', fault: 'tls-self-signed', reason: 'tls_failed' },
  { item: 'wrong host', fault: 'tls-wrong-host', reason: 'tls_failed' },
  { item: 'hanging TLS', fault: 'tls-hanging', reason: 'tls_failed', isSlow: true },
  { item: 'hanging TLS', fault: 'tls-reset', reason: 'tls_failed' },
  { item: 'hanging TLS', fault: 'tls-not-tls', reason: 'tls_failed' },
  { item: 'proxy refuses', fault: 'proxy-refuses', reason: 'proxy_failed' },
  { item: 'proxy refuses', fault: 'proxy-refuses-407', reason: 'proxy_failed' },
  { item: 'proxy refuses', fault: 'proxy-refuses-502', reason: 'proxy_failed' },
  { item: 'proxy refuses', fault: 'proxy-hangs', reason: 'proxy_failed', isSlow: true },
  { item: 'proxy refuses', fault: 'proxy-closes', reason: 'proxy_failed' },
];
