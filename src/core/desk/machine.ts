import os from 'node:os';
import process from 'node:process';

import type { Machine } from '../ports.ts';

/** What the program runs on, for the support team. No names. */
export function thisMachine(): Machine {
  // Electron adds its own to Node's.
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  return {
    platform: process.platform,
    release: os.release(),
    arch: process.arch,
    node: process.versions.node,
    electron: versions['electron'] ?? null,
    chrome: versions['chrome'] ?? null,
    processors: os.cpus().length,
    memoryMb: Math.round(os.totalmem() / 1024 / 1024),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    runsSinceS: Math.round(process.uptime()),
  };
}

/** Under which names and addresses it is reached, beside those that every machine has. */
export function machineHosts(): readonly string[] {
  const addresses = Object.values(os.networkInterfaces()).flatMap((own) => own ?? []);
  return [os.hostname(), `${os.hostname()}.local`, ...addresses.map(({ address }) => address)];
}
