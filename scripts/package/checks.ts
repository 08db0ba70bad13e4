import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { builtUpdatesSchema } from '../../src/main/updates/built.ts';
import {
  DESK_ICONS,
  ICNS_TYPES,
  ICO_SIZES,
  PNG_SIZES,
  icnsSides,
  icoSides,
  pngSide,
} from './iconFiles.ts';
import {
  builderSchema,
  configReader,
  fuseLibrary,
  plistReader,
  schemaCheck,
  yamlReader,
} from './libraries.ts';
import { FUSES, builderFuses } from './fuses.ts';
import { APP_ID } from './product.ts';
import type { Sbom } from './sbom.ts';

export const CONFIG_FILE = 'electron-builder.config.ts';

/** Read as electron-builder reads it, checked by its own schema. */
export async function configProblems(root: string): Promise<readonly string[]> {
  const config = await configReader.getConfig(root, CONFIG_FILE, null);
  try {
    schemaCheck.validateSchema(builderSchema, config, { name: CONFIG_FILE });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return config['appId'] === APP_ID
    ? []
    : ['another appId: every installed desk would be a stranger'];
}

/** Every fuse that the library knows is decided, at its place in the wire, and the configuration says the same. */
export function fuseProblems(): readonly string[] {
  const known = Object.entries(fuseLibrary.FuseV1Options).filter(
    ([, index]) => typeof index === 'number',
  );
  const undecided = known
    .filter(([name, index]) => FUSES[Number(index)]?.name !== name)
    .map(([name]) => `${name}: not decided`);
  const told = Object.keys(builderFuses()).length;
  return told === known.length ? undecided : [...undecided, `${told} are told to electron-builder`];
}

export function iconProblems(root: string): readonly string[] {
  const read = (name: string): Buffer => readFileSync(path.join(root, name));
  const ico = icoSides(read('build/icon.ico'));
  const icns = icnsSides(read('build/icon.icns'));
  return [
    ...(ico.join() === ICO_SIZES.join() ? [] : [`icon.ico holds ${ico.join()}`]),
    ...ICNS_TYPES.filter(([type, size]) => icns.get(type) !== size).map(
      ([type]) => `icon.icns: ${type} is missing or of another size`,
    ),
    ...PNG_SIZES.filter((size) => pngSide(read(`build/icons/${size}x${size}.png`)) !== size).map(
      (size) => `icons/${size}x${size}.png is not what it is called`,
    ),
    ...DESK_ICONS.filter(({ name, side }) => pngSide(read(`src/main/icons/${name}`)) !== side).map(
      ({ name }) => `src/main/icons/${name} is not what it is called`,
    ),
  ];
}

/** Compiling at run time and nothing else: whatever is added here opens the hardened runtime a little more. */
export function entitlementProblems(buildDir: string): readonly string[] {
  const file = readFileSync(path.join(buildDir, 'entitlements.mac.plist'), 'utf8');
  const rights = z.record(z.string(), z.unknown()).parse(plistReader.parse(file));
  return Object.entries(rights)
    .filter(([right, given]) => right !== 'com.apple.security.cs.allow-jit' || given !== true)
    .map(([right]) => `${right} is more than it needs`);
}

/** Everything that the bundles are made of, and everything packed beside them, is in the list. */
export function sbomProblems(root: string, { components }: Sbom): readonly string[] {
  const listed = new Set(components.map(({ name }) => name));
  const bundled = ['main', 'threads', 'preload', 'renderer'].flatMap((part) => {
    const file = path.join(root, 'out', `packages-${part}.json`);
    return z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
  });
  const packed = ['electron', 'better-sqlite3-multiple-ciphers', 'sqlite', '@napi-rs/keyring'];
  const needed = new Set([...bundled, ...packed]);
  return [...needed].filter((name) => !listed.has(name)).map((name) => `${name}: not listed`);
}

const OWN_WORKFLOW = /^\.\/\.github\/workflows\/[\w-]+\.yml$/u;
const jobSchema = z.looseObject({
  'runs-on': z.string(),
  environment: z.unknown().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  steps: z.array(
    z.looseObject({
      run: z.string().optional(),
      uses: z.string().optional(),
      if: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Job = z.infer<typeof jobSchema>;

/** A job that is a workflow of this repository, which is checked by itself. It is handed no secret. */
const callSchema = z
  .strictObject({
    uses: z.string().regex(OWN_WORKFLOW),
    needs: z.unknown().optional(),
    if: z.string().optional(),
    with: z.unknown().optional(),
  })
  .transform((): Job => ({ 'runs-on': '', steps: [] }));
const workflowSchema = z.looseObject({
  name: z.string(),
  on: z.unknown(),
  permissions: z.looseObject({ contents: z.literal('read') }),
  jobs: z.record(z.string(), z.union([jobSchema, callSchema])),
});
type Workflow = z.infer<typeof workflowSchema>;

/** One system's, on a tag, and nothing instead: `a && b || c` gives c also where b is not set. */
const GIVEN =
  /^\$\{\{ runner\.os == '(?:Windows|macOS)' && github\.ref_type == 'tag' && secrets\.\w+ \|\| '' \}\}$/u;
const STEP_OF_ONE = "runner.os == 'macOS' && github.ref_type == 'tag'";
const RELEASE_FILE = 'release.yml';

export function workflowProblems(root: string): readonly string[] {
  const folder = path.join(root, '.github/workflows');
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const read = workflowSchema.safeParse(yamlReader.load(text));
    const problems = read.success
      ? [
          ...unpinnedActions(text),
          ...installScripts(read.data),
          ...(name === RELEASE_FILE ? releaseProblems(read.data) : []),
        ]
      : read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
    return problems.map((problem) => `${name}: ${problem}`);
  });
}

/** Whoever can move a tag can change what it runs; a commit's digest stays. The version beside it is for people. */
function unpinnedActions(text: string): readonly string[] {
  const used = [...text.matchAll(/\buses:(?<action>.*)$/gmu)].map(({ groups }) =>
    (groups?.['action'] ?? '').trim(),
  );
  return used
    .filter((action) => !OWN_WORKFLOW.test(action))
    .filter((action) => !/^[\w.-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/u.test(action))
    .map((action) => `${action}: not pinned by a commit with its version beside it`);
}

/** A package's install script could read the certificates, or change what is signed with them. */
function installScripts({ jobs, ...around }: Workflow): readonly string[] {
  const isForAll = namesSecrets(around);
  const runs = Object.values(jobs)
    .filter((job) => isForAll || seesSecrets(job))
    .flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
  return runs
    .filter((line) => /\bnpm (?:ci|clean-install|i|install|rebuild)\b/u.test(line))
    .filter((line) => !line.includes('--ignore-scripts'))
    .map((line) => `${line.trim()}: runs install scripts in a job that sees secrets`);
}

/** Those of its environment, those that it names, and what a token that may write is good for. */
function seesSecrets(job: Job): boolean {
  const rights = Object.values(job.permissions ?? {});
  return job.environment !== undefined || rights.includes('write') || namesSecrets(job);
}

function namesSecrets(part: object): boolean {
  return /\bsecrets\b|\bgithub\.token\b/u.test(JSON.stringify(part));
}

function releaseProblems({ jobs }: Workflow): readonly string[] {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const strayed = steps
    .filter((step) => step.if !== STEP_OF_ONE)
    .flatMap(({ env = {} }) => Object.entries(env))
    .filter(([, value]) => value.includes('secrets.') && !GIVEN.test(value));
  const runs = steps.map(({ run }) => run ?? '').join('\n');
  return [
    ...strayed.map(([name]) => `${name}: a secret for more than one system’s release`),
    ...['npm ci', 'npm test', 'npm run package:check', 'npm run package']
      .filter((command) => !runs.includes(command))
      .map((command) => `${command} is not run`),
  ];
}

/** The built main process holds no updater, and nothing that would turn one on. */
export function updaterProblems(root: string): readonly string[] {
  const folder = path.join(root, 'out/main');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return [
    ...(files.some((text) => text.includes('NsisUpdater')) ? ['the updater is in the bundle'] : []),
    ...(builtUpdatesSchema.safeParse(null).success ? ['nothing is taken for updates'] : []),
    ...(existsSync(path.join(root, 'dev-app-update.yml')) ? ['dev-app-update.yml is there'] : []),
  ];
}
