import path from 'node:path';

import { checkWalls, readTree } from './walls/check.ts';

const root = process.argv[2] ?? path.join(import.meta.dirname, '..');
const problems = checkWalls(readTree(root));
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'Every wall stands.' : `${problems.length} broken.`);
process.exitCode = problems.length === 0 ? 0 : 1;
