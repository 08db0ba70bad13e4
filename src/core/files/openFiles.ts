import type { Listeners } from '../callbacks/listeners.ts';
import type { SettingsStore } from '../desk/settings.ts';
import { type ExportsDeps, createExports } from '../exports/exports.ts';
import { createExportFolder } from '../exports/folder.ts';
import { createImporter } from '../importing/importer.ts';
import type { ImporterDeps } from '../importing/openImport.ts';
import {
  createRememberedMappings,
  createRememberedStatements,
} from '../importing/rememberedMappings.ts';
import type { Journal } from '../journal/journalFile.ts';
import { noteLateThread } from '../journal/openJournal.ts';
import type { CorePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { JsonFiles } from './jsonFile.ts';
import type { LogPort } from '../log/openLog.ts';

export type FilesDeps = Omit<ExportsDeps, 'exportFolder'> &
  Omit<
    ImporterDeps,
    'mappings' | 'statementMappings' | 'findInUse' | 'findSimilar' | 'listenerOf'
  > &
  Pick<CorePorts, 'dataDir' | 'exportsDir' | 'chooseFolder'> & {
    readonly files: JsonFiles;
    readonly profiles: Profiles;
    readonly settings: SettingsStore;
    readonly log: Pick<LogPort, 'earlierBatches'>;
    readonly closing: AbortController;
    readonly listeners: Pick<Listeners, 'stateOf'>;
    readonly journal: Pick<Journal, 'write'>;
  };

/** Files that the operator takes away, and files of requests that come in. */
export function openFiles(deps: FilesDeps) {
  const { closing, journal } = deps;
  const exportFolder = createExportFolder({ ...deps, stop: closing.signal });
  const onThreadLate = (role: string) => () => noteLateThread(journal, role);
  return {
    exportFolder,
    exports: createExports({ ...deps, exportFolder, onThreadLate: onThreadLate('exporter') }),
    importer: createImporter({
      ...deps,
      findInUse: deps.profiles.findInUse,
      findSimilar: deps.log.earlierBatches,
      listenerOf: deps.listeners.stateOf,
      mappings: createRememberedMappings(deps),
      statementMappings: createRememberedStatements(deps),
      onThreadLate: onThreadLate('importer'),
    }),
  };
}
