import { opendir } from 'node:fs/promises';
import path from 'node:path';

import type { CorePorts } from '../ports.ts';
import type { SettingsStore } from '../desk/settings.ts';
import { ringOf } from '../protection/keyRing.ts';
import { within } from '../within.ts';

/** Where files for the operator go: exports, diagnostics. */
export type ExportFolder = {
  readonly current: () => string;
  /** The operator says where instead, and later files go there too. Null: nowhere, or this host cannot ask. */
  readonly chooseAnother: () => Promise<string | null>;
};

export type ExportFolderDeps = Pick<CorePorts, 'dataDir' | 'exportsDir' | 'chooseFolder'> & {
  readonly settings: Pick<SettingsStore, 'get'>;
  /** The desk closes, and waits for no dialog. */
  readonly stop: AbortSignal;
};

export function createExportFolder({
  dataDir,
  exportsDir,
  chooseFolder,
  settings,
  stop,
}: ExportFolderDeps): ExportFolder {
  let chosenFolder: string | null = null;
  return {
    current: () => chosenFolder ?? outside(dataDir, exportsDir),
    async chooseAnother() {
      if (chooseFolder === undefined || stop.aborted) return null;
      const choosing = chooseFolder(settings.get().language);
      const chosen = await within(choosing, { signal: stop }, () => null);
      if (chosen !== null) chosenFolder = chosen;
      return chosen;
    },
  };
}

/** Exports are plain: a copy of a protected data directory must not have any. The loopback host's folder is inside of it. */
function outside(dataDir: string, exportsDir: string): string {
  const isProtected = (ringOf(exportsDir)?.current ?? null) !== null;
  return isProtected ? `${path.resolve(dataDir)}-exports` : exportsDir;
}

/**
 * macOS asks the operator at a program's first look into the folder, and the thread that looks waits for the answer: here one of
 * Node's own does, not the one that draws the window. What it finds is of no account.
 */
export async function lookInto(folder: string): Promise<void> {
  try {
    const opened = await opendir(folder);
    await opened.close();
  } catch {
    // Writing says what is wrong.
  }
}

const DENIED: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EROFS']);

export function isDenied(error: unknown): boolean {
  return DENIED.has(codeOf(error));
}

/** For a new file in a folder that is there: Windows's protected folders answer that it is not. */
export function isCreationDenied(error: unknown): boolean {
  return isDenied(error) || codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
