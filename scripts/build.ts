import path from 'node:path';

import { buildIfStale } from './start/build.ts';

/** `npm run build:stale`: builds only where a source is newer than the build, so that suites of one run share one build. */
process.exitCode = (await buildIfStale(path.join(import.meta.dirname, '..'))) ? 0 : 1;
