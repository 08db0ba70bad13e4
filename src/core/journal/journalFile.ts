import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Clock, NoteFacts } from '../ports.ts';
import type { Redactor } from './redact.ts';

const FILE_BYTES = 1024 * 1024;
const FILES = 5;
/** A disk that hangs must not fill the memory instead. */
const MOST_WAITING = 1000;
/** After a write, lines gather for this long: requests of a batch would write hundreds of times a second. */
const GATHER_MS = 100;
/** Of one fact: a stack tells in its first lines what it has to tell. */
const LONGEST_FACT = 4000;

/**
 * What happened to the program, for a person who helps when something does not work: `logs/desk.log`, lines of JSON. The log of
 * requests is another thing and in another place; nothing of what is in it is written here.
 */
export type Journal = {
  /** No caller waits for it, and nothing fails with it. */
  readonly write: (what: string, facts?: NoteFacts) => void;
  /** The newest lines, oldest first; what could not be read is not there. */
  readonly tail: (mostBytes: number) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type JournalDeps = {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly fileBytes?: number;
};

/** A line, and how many lost ones it tells of. */
type Waiting = { readonly text: string; readonly tells: number };

export function createJournal(deps: JournalDeps): Journal {
  const { fileBytes = FILE_BYTES } = deps;
  const folder = join(deps.dataDir, 'logs');
  let waiting: Waiting[] = [];
  let dropped = 0;
  /** Of them, how many a line that is on its way tells of. */
  let telling = 0;
  let writing: Promise<void> | null = null;
  const gathering = createGathering();

  async function writeAll(): Promise<void> {
    const lines = waiting.slice(0, fitting(waiting, fileBytes));
    if (lines.length === 0) return;
    waiting = waiting.slice(lines.length);
    const told = lines.reduce((sum, { tells }) => sum + tells, 0);
    try {
      await append(folder, lines.map(({ text }) => text).join(''), fileBytes);
      // Only now: a line about lost lines may be lost itself, and is then written again.
      dropped -= told;
    } catch {
      // A full disk, a folder that is not ours: the desk goes on, and a later line says how many are missing.
      dropped += lines.filter(({ tells }) => tells === 0).length;
    }
    telling -= told;
    await gathering.rest();
    await writeAll();
  }

  function push(line: Waiting): void {
    if (waiting.length >= MOST_WAITING) dropped += 1;
    else waiting.push(line);
    writing ??= writeAll().finally(() => {
      writing = null;
    });
  }

  return {
    write(what, facts = {}) {
      const untold = dropped - telling;
      if (untold > 0 && waiting.length < MOST_WAITING) {
        telling += untold;
        push({ text: lineOf(deps, 'lines_lost', { lines: untold }), tells: untold });
      }
      push({ text: lineOf(deps, what, facts), tells: 0 });
    },
    async tail(mostBytes) {
      await gathering.endedFor(() => writing);
      return newest(folder, mostBytes);
    },
    close: () => gathering.endedFor(() => writing),
  };
}

function lineOf({ clock, redactor }: JournalDeps, what: string, facts: NoteFacts): string {
  const clean = Object.entries(facts).map(([key, fact]): [string, unknown] => [
    key,
    // Cut afterwards: half a secret is not one that the redactor knows.
    typeof fact === 'string' ? redactor.text(fact).slice(0, LONGEST_FACT) : fact,
  ]);
  const own: [string, unknown][] = [
    ['at', clock.now().toISOString()],
    ['what', what],
  ];
  return `${JSON.stringify(Object.fromEntries([...own, ...clean, ...own]))}\n`;
}

/** A pause between two writes, which a caller who waits for the file ends. */
function createGathering() {
  let awaited = 0;
  let end: () => void = () => undefined;
  return {
    async rest(): Promise<void> {
      if (awaited > 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, GATHER_MS).unref();
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    async endedFor(writing: () => Promise<void> | null): Promise<void> {
      awaited += 1;
      end();
      await writing();
      awaited -= 1;
    },
  };
}

/** How many of the lines one file has room for; at least one. */
function fitting(lines: readonly Waiting[], fileBytes: number): number {
  let bytes = 0;
  const tooMany = lines.findIndex(({ text }, at) => {
    bytes += Buffer.byteLength(text);
    return at > 0 && bytes > fileBytes;
  });
  return tooMany === -1 ? lines.length : tooMany;
}

const fileOf = (folder: string, at: number): string =>
  join(folder, at === 0 ? 'desk.log' : `desk.${at}.log`);

async function append(folder: string, text: string, fileBytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const size = await sizeOf(fileOf(folder, 0));
  if (size > 0 && size + Buffer.byteLength(text) > fileBytes) await turnOver(folder);
  await appendFile(fileOf(folder, 0), text, { mode: 0o600 });
}

/** desk.log → desk.1.log → … ; the oldest goes. */
async function turnOver(folder: string, at = FILES - 1): Promise<void> {
  if (at === 0) return;
  // Also where the system cannot rename over a file that is there.
  await rm(fileOf(folder, at), { force: true });
  const younger = fileOf(folder, at - 1);
  if ((await sizeOf(younger)) > 0) await rename(younger, fileOf(folder, at));
  await turnOver(folder, at - 1);
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

async function newest(folder: string, mostBytes: number): Promise<string> {
  const files = Array.from({ length: FILES }, (_, at) => fileOf(folder, at)).toReversed();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const all = texts.join('');
  const cut = all.slice(-mostBytes);
  return cut.length === all.length ? all : cut.slice(cut.indexOf('\n') + 1);
}
