import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { ELECTRON_LICENCES } from './afterExtract.ts';
import { packedPlace } from './afterPack.ts';
import { ENTRY_FILES, entryProblems } from './desktopEntry.ts';
import { wrongFuses } from './fuses.ts';
import { asarLibrary, plistReader } from './libraries.ts';
import { elfNeeds } from './elfNeeds.ts';
import { type PackedFile, readPackedFiles } from './packedFiles.ts';
import { nativeFiles, packedProblems } from './packedRules.ts';
import { APP_ID, EXECUTABLE_NAME, PRODUCT_NAME, type Target } from './product.ts';

export type Packed = {
  readonly files: readonly PackedFile[];
  readonly executable: string;
  /** The keychain's binary of another system than this machine's. */
  readonly standsIn: boolean;
  readonly problems: readonly string[];
};

/** electron-builder in a process of its own, which has much to say; it is kept for when something goes wrong. */
export async function packTarget(
  target: Target,
  folder: string,
  electronDist: string | null = null,
): Promise<Packed> {
  const script = path.join(import.meta.dirname, 'packStandIn.ts');
  const given = electronDist === null ? [] : [electronDist];
  const args = [script, target.platform, target.arch, folder, ...given];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', CI: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode !== 0) {
    return { files: [], executable: '', standsIn: false, problems: [output.slice(-3000)] };
  }
  const dist = path.join(folder, 'dist');
  const [name = ''] = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const appOutDir = path.join(dist, name);
  const place = packedPlace(target.platform, appOutDir);
  const files = readPackedFiles(place.resources);
  const problems = [
    ...packedProblems(files, target),
    ...(await wrongFuses(place.executable)),
    ...manifestProblems(path.join(place.resources, 'app.asar')),
    ...besideProblems(place.resources),
    ...electronProblems(appOutDir, target.platform === 'darwin' ? place.resources : appOutDir),
    ...(target.platform === 'darwin' ? plistProblems(place.resources) : []),
    ...(target.platform === 'linux'
      ? [...menuProblems(folder), ...libraryProblems(place.resources, target)]
      : []),
  ];
  return {
    files,
    executable: place.executable,
    standsIn: output.includes('keyring: stand-in'),
    problems,
  };
}

const manifestSchema = z.looseObject({
  main: z.literal('./out/main/index.js'),
  /** Electron's name of the app: in notices, in boxes and in macOS's menu. */
  productName: z.literal(PRODUCT_NAME).optional(),
  /** What X11 and Wayland call the window. */
  desktopName: z.literal(`${EXECUTABLE_NAME}.desktop`),
});

function manifestProblems(archive: string): readonly string[] {
  const text = asarLibrary.extractFile(archive, 'package.json').toString();
  const manifest = manifestSchema.parse(JSON.parse(text));
  return [
    ...['devDependencies', 'scripts']
      .filter((key) => key in manifest)
      .map((key) => `${key} inside`),
    ...(manifest.productName === undefined ? ['package.json has no productName'] : []),
  ];
}

function besideProblems(resources: string): readonly string[] {
  const missing = ['sbom.cdx.json', 'LICENSE.txt']
    .filter((name) => !existsSync(path.join(resources, name)))
    .map((name) => `${name} is not beside it`);
  const feed = existsSync(path.join(resources, 'app-update.yml'))
    ? ['app-update.yml is there']
    : [];
  return [...missing, ...feed];
}

/** Of Electron's own: its licences, and not the file that tells its version. */
function electronProblems(appOutDir: string, licenceDir: string): readonly string[] {
  const missing = ELECTRON_LICENCES.filter(([, name]) => !existsSync(path.join(licenceDir, name)));
  return [
    ...missing.map(([, name]) => `${name} is not there`),
    ...(existsSync(path.join(appOutDir, 'version')) ? ['Electron’s version is there'] : []),
  ];
}

function menuProblems(folder: string): readonly string[] {
  return ENTRY_FILES.flatMap((name) =>
    entryProblems(readFileSync(path.join(folder, name), 'utf8')).map((text) => `${name}: ${text}`),
  );
}

/** `afterPack` compares what the packed binaries need with what is declared; here, that there is something to compare. */
function libraryProblems(resources: string, target: Target): readonly string[] {
  const [database = ''] = nativeFiles(target);
  const file = path.join(resources, 'app.asar.unpacked', database);
  return elfNeeds(readFileSync(file)).length > 0
    ? []
    : [`${database}: no version needs can be read`];
}

const plistSchema = z.looseObject({
  CFBundleIdentifier: z.literal(APP_ID),
  ElectronAsarIntegrity: z.strictObject({
    'Resources/app.asar': z.looseObject({ algorithm: z.literal('SHA256'), hash: z.string() }),
  }),
});

/** The same reason in Russian, shown by macOS where its own language is Russian. */
const RUSSIAN_REASON = 'ru.lproj/InfoPlist.strings';

/** macOS holds the digest of the archive there, under the app's signature. */
function plistProblems(resources: string): readonly string[] {
  const file = path.join(resources, '../Info.plist');
  const read = plistSchema.safeParse(plistReader.parse(readFileSync(file, 'utf8')));
  const isAsking = /<key>NSDownloadsFolderUsageDescription<\/key>\s*<string>[^<]+/u;
  return [
    ...(read.success ? [] : ['Info.plist has no digest of app.asar alone, or another id']),
    ...(isAsking.test(readFileSync(file, 'utf8'))
      ? []
      : ['Info.plist does not say why the Downloads folder is used']),
    ...(existsSync(path.join(resources, RUSSIAN_REASON)) ? [] : [`${RUSSIAN_REASON} is not there`]),
  ];
}
