import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { build } from 'vite';

export type PeerHost = {
  readonly origin: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

/** An empty React page, built by the vite that builds ours, and served by the browser host's server in a process of its own. */
export async function startPeer(outDir: string): Promise<PeerHost> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'peer'),
    logLevel: 'error',
    base: './',
    build: { outDir, minify: true, assetsInlineLimit: 0 },
  });
  const entry = path.join(import.meta.dirname, 'peerProcess.ts');
  const child = spawn(process.execPath, [entry, outDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => reject(new Error('The peer’s server has ended')));
  });
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
