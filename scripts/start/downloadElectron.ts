import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { downloadArtifact } from '@electron/get';
import { z } from 'zod';

export type Patience = {
  readonly noAnswerMs: number;
  /** Once bytes arrive it is waited for; a connection that then stays silent this long is dead. */
  readonly stalledMs: number;
};

export const DEFAULT_PATIENCE: Patience = { noAnswerMs: 10_000, stalledMs: 60_000 };

const packageSchema = z.looseObject({ version: z.string() });
const checksumsSchema = z.record(z.string(), z.string());

/** Fetches Electron's binary into its package. null: done; otherwise what went wrong. */
export async function downloadElectron(
  packageDir: string,
  patience: Patience,
): Promise<string | null> {
  try {
    await fetchArchive(packageDir, patience);
    await unpackArchive(packageDir);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Into @electron/get's cache, checked against the package's own checksums. */
async function fetchArchive(packageDir: string, patience: Patience): Promise<void> {
  const { version } = packageSchema.parse(readJson(packageDir, 'package.json'));
  // The installer below reads the same variable, and must find what is fetched here.
  const cacheRoot = process.env['electron_config_cache'];
  const bar = createProgressBar(`Downloading Electron ${version}`);
  const watch = createSilenceWatch(patience);
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      ...(cacheRoot === undefined ? {} : { cacheRoot }),
      checksums: checksumsSchema.parse(readJson(packageDir, 'checksums.json')),
      downloadOptions: {
        quiet: true,
        signal: watch.signal,
        getProgressCallback: ({ percent }: { readonly percent: number }) => {
          watch.heard();
          bar.show(percent);
        },
      },
    });
  } finally {
    watch.stop();
    bar.end();
  }
}

/** The package's own installer finds the archive in the cache, unpacks it and leaves path.txt. */
async function unpackArchive(packageDir: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(packageDir, 'install.js')], { stdio: 'ignore' });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (exitCode !== 0) throw new Error('it could not be unpacked');
}

function createSilenceWatch({ noAnswerMs, stalledMs }: Patience) {
  const controller = new AbortController();
  const giveUpAfter = (ms: number) =>
    setTimeout(() => controller.abort(new Error(`no answer within ${ms / 1000} s`)), ms);
  let timer = giveUpAfter(noAnswerMs);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = giveUpAfter(stalledMs);
    },
    stop: () => clearTimeout(timer),
  };
}

const BAR_WIDTH = 30;

/** One line that redraws itself in a terminal; elsewhere a line per tenth. */
function createProgressBar(title: string) {
  const isTerminal = process.stderr.isTTY;
  let lastStep = -1;
  return {
    show(share: number) {
      const step = Math.floor(share * (isTerminal ? 100 : 10));
      if (step <= lastStep) return;
      lastStep = step;
      const full = Math.round(share * BAR_WIDTH);
      const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
      const line = `${title} ${bar} ${Math.floor(share * 100)} %`;
      process.stderr.write(isTerminal ? `\r${line}` : `${line}\n`);
    },
    end() {
      if (isTerminal && lastStep >= 0) process.stderr.write('\n');
    },
  };
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}

/** fetch hides the cause of a failed connection one level down. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
