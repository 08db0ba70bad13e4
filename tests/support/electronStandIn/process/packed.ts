import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

import { ARCHIVE_VARIABLE, WRITES_VARIABLE } from '../modes.ts';
import { openArchive } from './archive.ts';
import { patchFs } from './archiveFs.ts';
import { loadFromArchive } from './archiveModules.ts';

const file = process.env[ARCHIVE_VARIABLE] ?? '';
const archive = openArchive(file);
const writes = process.env[WRITES_VARIABLE] ?? '';
patchFs(archive, (called, name) => {
  if (writes !== '') appendFileSync(writes, `${called} ${name}\n`);
});
loadFromArchive(archive);
Reflect.set(process, 'resourcesPath', path.dirname(file));
// The fuses NodeOptions and RunAsNode are off: what the variables say is not heard, and a fork would start the whole app.
delete process.env['NODE_OPTIONS'];
childProcess.fork = () => {
  throw new Error('child_process.fork starts the app itself: the fuse RunAsNode is off');
};
syncBuiltinESMExports();
// An installed app is started without naming a script.
if (isMainThread && archive.within(process.argv[1] ?? '') !== null) process.argv.splice(1, 1);
