import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { explainedFindings } from './package/securityDoc.ts';

/** `npm run scan`: Doyensec's Electronegativity over the sources, held against what docs/security.md explains. */

const ROOT = path.resolve(import.meta.dirname, '..');
const DOC = path.join(ROOT, 'docs/security.md');

const resultSchema = z.object({
  globalChecks: z.number(),
  atomicChecks: z.number(),
  errors: z.array(z.object({ file: z.string(), message: z.string() })),
  issues: z.array(
    z.looseObject({
      id: z.string(),
      file: z.string(),
      location: z.object({ line: z.number() }),
      severity: z.looseObject({ name: z.string() }),
    }),
  ),
});
type Scan = z.infer<typeof resultSchema>;
type Runner = (options: object, forCli: false) => Promise<unknown>;

/** npm exec puts the folder of its commands on the path; the package is beside it. */
function findRunner(): Runner | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const entry = folders
    .map((folder) => path.join(folder, '../@doyensec/electronegativity/dist/index.js'))
    .find((file) => existsSync(file));
  if (entry === undefined) return null;
  const near = createRequire(entry);
  silence(near);
  const found: unknown = near('./runner.js');
  const made = z.custom<Runner>((value) => typeof value === 'function').safeParse(found);
  return made.success ? made.data : null;
}

/** It asks GitHub for newer wording, and a question without an answer ends the process later: its asking is answered with no, at once. */
function silence(near: NodeJS.Require): void {
  const got = near.resolve('got');
  near(got);
  const loaded = near.cache[got];
  if (loaded !== undefined) loaded.exports = async () => await Promise.reject(new Error('offline'));
}

async function scan(run: Runner, input: string, electronVersion: string): Promise<Scan> {
  const options = {
    input,
    output: false,
    isRelative: true,
    isVerbose: false,
    isSarif: false,
    electronVersionOverride: electronVersion,
    customScan: [],
    // Asks GitHub for Electron's releases, and fails the whole scan where it cannot; npm outdated asks the registry.
    excludeFromScan: ['availablesecurityfixesglobalcheck'],
    parserPlugins: ['importMeta', 'topLevelAwait'],
  };
  return resultSchema.parse(await run(options, false));
}

/** What a scanner that reads our kind of TypeScript must find; without it "nothing found" would mean nothing. */
const BAD = `import { BrowserWindow, app } from 'electron';
type Options = { readonly file: string };
export function open<const T extends Options>({ file }: T): void {
  const window = new BrowserWindow({
    webPreferences: { nodeIntegration: true, webSecurity: false, preload: file },
  } satisfies object);
  void new BrowserWindow({ webPreferences: { sandbox: false } });
  app.on('certificate-error', (event, _contents, _url, _error, _cert, callback) => callback(true));
  void window.loadURL('http://bad.example/');
}
`;
const MUST_FIND = [
  'CONTEXT_ISOLATION_JS_CHECK',
  'SANDBOX_JS_CHECK',
  'WEB_SECURITY_JS_CHECK',
  'HTTP_RESOURCES_JS_CHECK',
  'CERTIFICATE_ERROR_EVENT_JS_CHECK',
];

async function blindSpots(run: Runner, electronVersion: string): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
  try {
    writeFileSync(path.join(folder, 'bad.ts'), BAD);
    const { issues } = await scan(run, folder, electronVersion);
    return MUST_FIND.filter((id) => !issues.some((issue) => issue.id === id));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const versionSchema = z.looseObject({ devDependencies: z.looseObject({ electron: z.string() }) });

async function main(): Promise<number> {
  const run = findRunner();
  if (run === null) {
    console.error('The scanner is not here: npm run scan fetches it from the npm registry.');
    return 2;
  }
  const manifest: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const { electron } = versionSchema.parse(manifest).devDependencies;
  const blind = await blindSpots(run, electron);
  const { errors, issues, globalChecks, atomicChecks } = await scan(
    run,
    path.join(ROOT, 'src'),
    electron,
  );
  const explained = explainedFindings(readFileSync(DOC, 'utf8'));
  const found = issues.map(({ id, file, location, severity }) => ({
    key: `${id} ${file === 'N/A' ? '' : `src/${file}`}`.trim(),
    line: `${severity.name} ${id} ${file}:${location.line}`,
  }));
  for (const { key, line } of found) {
    console.log(`${explained.has(key) ? 'explained' : 'NEW      '} ${line}`);
  }
  const fresh = found.filter(({ key }) => !explained.has(key)).length;
  const stale = [...explained].filter((key) => !found.some((one) => one.key === key));
  for (const key of stale) console.log(`explained, but not found any more: ${key}`);
  for (const { file, message } of errors) console.log(`not read: ${file}: ${message}`);
  for (const id of blind) console.log(`the scanner does not see a planted ${id}`);
  console.log(
    `${atomicChecks + globalChecks} checks: ${found.length - fresh} findings explained, ${fresh} new, ${stale.length} explained but gone, ${errors.length} files not read, ${blind.length} planted faults missed`,
  );
  return fresh + stale.length + errors.length + blind.length === 0 ? 0 : 1;
}

process.exitCode = await main();
