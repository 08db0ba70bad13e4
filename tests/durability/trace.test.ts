import { expect, it } from 'vitest';

import { tracedRequests } from './trace.ts';

const WAL = '/data/log.sqlite-wal';

/** As strace writes it, with threads that ran into each other. */
function traceOf(lines: readonly string[]): string {
  return [
    '7 mkdir("/marks/begin-1", 0777) = 0',
    ...lines,
    '7 mkdir("/marks/end-1-accepted", 0777) = 0',
  ].join('\n');
}
const POST = '7 write(30<TCP:[127.0.0.1:1->127.0.0.1:2]>, "POST /api/v1/requests"..., 500) = 500';

it('counts a flush where it came back, not where it began', () => {
  const trace = traceOf([
    `8 fdatasync(23<${WAL}>) = 0`,
    `8 fdatasync(23<${WAL}> <unfinished ...>`,
    POST,
    '8 <... fdatasync resumed>) = 0',
  ]);
  expect(tracedRequests(trace, WAL)).toEqual([
    { outcome: 'accepted', flushesBeforePost: 1, flushesAfterPost: 1, posts: 1 },
  ]);
});

it('counts neither a flush that failed, nor one of another file, nor one between requests', () => {
  const trace = traceOf([
    `8 fdatasync(23<${WAL}>) = -1 EIO (Input/output error)`,
    '8 fsync(24</data/log.anchor>) = 0',
    POST,
  ]);
  const after = `8 fsync(23<${WAL}>) = 0`;
  expect(tracedRequests(`${after}\n${trace}\n${after}`, WAL)).toEqual([
    { outcome: 'accepted', flushesBeforePost: 0, flushesAfterPost: 0, posts: 1 },
  ]);
});
