import { readFileSync, readdirSync } from 'node:fs';

/** What is wrong with the sandbox around the pages of the desk on this data directory, or null. Linux alone tells of it, in /proc. */
export function sandboxProblem(dataDir: string): string | null {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => ({ command: read(`/proc/${pid}/cmdline`), status: read(`/proc/${pid}/status`) }))
    .filter(({ command }) => command.includes(dataDir));
  const pages = own.filter(({ command }) => command.includes('--type=renderer'));
  if (pages.length === 0) return 'no page has a process';
  if (own.some(({ command }) => command.includes('--no-sandbox')))
    return 'it runs with --no-sandbox';
  // Filtered system calls, and process ids of its own.
  const isWalled = (status: string): boolean =>
    /^Seccomp:\t2$/mu.test(status) && /^NSpid:(?:\t\d+){2,}$/mu.test(status);
  return pages.every(({ status }) => isWalled(status)) ? null : 'a page runs without a sandbox';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
