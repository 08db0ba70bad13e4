import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Listeners } from '../../callbacks/listeners.ts';
import type { DeskHealth } from '../deskHealth.ts';
import { numbered } from '../../exports/fileName.ts';
import { type ExportFolder, isCreationDenied, lookInto } from '../../exports/folder.ts';
import { zipped } from '../../exports/zip.ts';
import type { Journal } from '../../journal/journalFile.ts';
import type { Clock, Machine } from '../../ports.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { SettingsStore } from '../settings.ts';
import { type BundlePart, type Findings, bundleOf } from './bundle.ts';
import type { LogPort } from '../../log/openLog.ts';

/** A day of a busy desk, and small enough for a mail. */
const JOURNAL_BYTES = 512 * 1024;
const MOST_NAMES = 100;

export type DiagnosticsDeps = {
  readonly info: OperationOutput<'app.info'>;
  readonly machine: () => Machine;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly profiles: Pick<Profiles, 'list'>;
  readonly listeners: Pick<Listeners, 'stateOf'>;
  readonly health: Pick<DeskHealth, 'current'>;
  readonly log: Pick<LogPort, 'standing' | 'backups' | 'unanswered'>;
  readonly journal: Pick<Journal, 'tail' | 'write'>;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly exportFolder: ExportFolder;
};

export async function saveDiagnostics(
  elsewhere: boolean,
  deps: DiagnosticsDeps,
): Promise<Result<OperationOutput<'diagnostics.save'>, Failure>> {
  const { current, chooseAnother } = deps.exportFolder;
  const folder = elsewhere ? await chooseAnother() : current();
  if (folder === null) return err(failure('folder_denied', current()));
  const found = await gather(deps);
  const bytes = await packed(bundleOf(found), deps.redactor);
  try {
    const file = await writeNew(folder, nameOf(found.at), bytes);
    deps.journal.write('diagnostics_saved', { bytes: bytes.length });
    return ok({ file, bytes: bytes.length });
  } catch (error) {
    const code = isCreationDenied(error) ? 'folder_denied' : 'diagnostics_not_saved';
    return err(failure(code, String(error)));
  }
}

async function gather(deps: DiagnosticsDeps): Promise<Findings> {
  const { log } = deps;
  return {
    at: deps.clock.now(),
    info: deps.info,
    machine: deps.machine(),
    settings: deps.settings.get(),
    profiles: deps.profiles.list(),
    listenerOf: deps.listeners.stateOf,
    health: deps.health.current(),
    // Asked for because something is wrong: what cannot be told must not keep the rest from being told.
    standing: await log.standing().catch(() => null),
    backups: await log.backups().catch(() => []),
    unanswered: await log.unanswered().catch(() => 0),
    journal: await deps.journal.tail(JOURNAL_BYTES),
  };
}

async function packed(parts: readonly BundlePart[], redactor: Redactor): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const files = parts.map(({ name, text }) => ({ name, bytes: Buffer.from(redactor.text(text)) }));
  for await (const piece of zipped(files, { zip64: false })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** `deposit-desk-diagnostics_2026-11-15_140322.zip` */
function nameOf(at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '');
  return `deposit-desk-diagnostics_${stamp}.zip`;
}

/** Whole or not at all, and never over another file. */
async function writeNew(folder: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await lookInto(folder);
  const { file, handle } = await openFree(folder, numbered(name), MOST_NAMES);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return file;
}

type OpenedFile = { readonly file: string; readonly handle: FileHandle };

async function openFree(
  folder: string,
  names: Generator<string, never>,
  tries: number,
): Promise<OpenedFile> {
  const file = join(folder, names.next().value);
  try {
    return { file, handle: await open(file, 'wx', 0o600) };
  } catch (error) {
    if (!isThere(error) || tries <= 1) throw error;
    return openFree(folder, names, tries - 1);
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
