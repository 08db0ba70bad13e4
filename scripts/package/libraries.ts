import { createRequire } from 'node:module';

import { z } from 'zod';

/** Libraries that electron-builder itself packs with, found from its own place: what is checked is what will run. */
const ofBuilder = createRequire(import.meta.resolve('electron-builder'));
const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib'));

type Called<Args extends readonly unknown[], Answer> = (...args: Args) => Answer;

function called<Args extends readonly unknown[], Answer>() {
  return z.custom<Called<Args, Answer>>((value) => typeof value === 'function');
}

const fuseLibrarySchema = z.looseObject({
  FuseV1Options: z.record(z.string(), z.union([z.string(), z.number()])),
  getCurrentFuseWire: called<[string], Promise<object>>(),
});
export const fuseLibrary = fuseLibrarySchema.parse(ofLibrary('@electron/fuses'));

const asarLibrarySchema = z.looseObject({
  getRawHeader: called<[string], { readonly header: unknown }>(),
  extractFile: called<[string, string], Buffer>(),
  createPackage: called<[string, string], Promise<unknown>>(),
});
export const asarLibrary = asarLibrarySchema.parse(ofLibrary('@electron/asar'));

/** electron-builder's own check of a configuration, with its own messages. */
export const schemaCheck = z
  .looseObject({ validateSchema: called<[unknown, unknown, { name: string }], void>() })
  .parse(ofLibrary('app-builder-lib/out/util/config/schemaValidator.js'));
export const builderSchema: unknown = ofLibrary('app-builder-lib/scheme.json');

/** As the command line reads a configuration file. */
export const configReader = z
  .looseObject({
    getConfig: called<[string, string, null], Promise<Readonly<Record<string, unknown>>>>(),
  })
  .parse(ofLibrary('app-builder-lib/out/util/config/config.js'));

export const yamlReader = z
  .looseObject({ load: called<[string], unknown>() })
  .parse(ofLibrary('js-yaml'));

export const plistReader = z
  .looseObject({ parse: called<[string], unknown>(), build: called<[object], string>() })
  .parse(ofLibrary('plist'));

type Resources = { readonly outputResource: (executable: Executable) => void };
type Executable = { readonly generate: () => ArrayBuffer };
type VersionInfo = {
  readonly setFileVersion: (...version: number[]) => void;
  readonly outputToResourceEntries: (entries: unknown) => void;
};

/** A class is handed on as it is: its makers need it as `this`. */
function made<Maker>() {
  return z.custom<Maker>((value) => typeof value === 'function');
}

/** Writes what Windows shows of an executable; electron-builder writes icon, version and the archive's digest with it. */
export const windowsResources = z
  .looseObject({
    NtExecutable: made<{ from(bytes: Uint8Array): Executable }>(),
    NtExecutableResource: made<{
      from(executable: Executable): Resources & { readonly entries: unknown };
    }>(),
    Resource: z.looseObject({ VersionInfo: made<{ createEmpty(): VersionInfo }>() }),
  })
  .parse(ofLibrary('resedit'));

type LinuxHelper = {
  readonly computeDesktopEntry: (options: unknown, exec: null) => Promise<string>;
};
export const linuxHelper = z
  .looseObject({ LinuxTargetHelper: made<new (packager: object) => LinuxHelper>() })
  .parse(ofLibrary('app-builder-lib/out/targets/LinuxTargetHelper.js'));

type AppImageTarget = { readonly desktopEntry: { readonly value: Promise<string> } };
/** Has a command line of its own in its entry. */
export const appImage = z
  .looseObject({
    default: made<new (...of: [string, object, LinuxHelper, string]) => AppImageTarget>(),
  })
  .parse(ofLibrary('app-builder-lib/out/targets/appimage/AppImageTarget.js'));

/** Knows what a deb depends on unless the configuration says otherwise. */
export const fpmTarget = z
  .looseObject({
    default: made<{
      readonly prototype: { readonly getDefaultDepends: (target: string) => readonly string[] };
    }>(),
  })
  .parse(ofLibrary('app-builder-lib/out/targets/FpmTarget.js'));

/** The downloads that each version of `toolsets.appimage` stands for. */
export const appImageTools = z
  .looseObject({
    appimageChecksums: z.record(z.string(), z.record(z.string(), z.string())),
  })
  .parse(ofLibrary('app-builder-lib/out/toolsets/linux.js'));
