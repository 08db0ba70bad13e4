import { readFile, writeFile } from 'node:fs/promises';

import type { Configuration } from 'electron-builder';

import { fuseLibrary } from './libraries.ts';

type BuilderFuses = NonNullable<Configuration['electronFuses']>;

export type Fuse = {
  /** As @electron/fuses names it. */
  readonly name: string;
  /** As electron-builder's configuration names it; null: it does not know it yet. */
  readonly builderKey: keyof BuilderFuses | null;
  readonly isOn: boolean;
  readonly reason: string;
};

/** Every switch inside Electron's binary, in the order of its wire. Nothing is left at a default. */
export const FUSES: readonly Fuse[] = [
  {
    name: 'RunAsNode',
    builderKey: 'runAsNode',
    isOn: false,
    reason: 'a signed desk must not be anybody’s Node; the log’s threads do not need it',
  },
  {
    name: 'EnableCookieEncryption',
    builderKey: 'enableCookieEncryption',
    isOn: false,
    reason:
      'there are no cookies to encrypt, and the key for them would be a keychain entry that macOS asks about',
  },
  {
    name: 'EnableNodeOptionsEnvironmentVariable',
    builderKey: 'enableNodeOptionsEnvironmentVariable',
    isOn: false,
    reason: 'NODE_OPTIONS loads code into the process that holds the secrets',
  },
  {
    name: 'EnableNodeCliInspectArguments',
    builderKey: 'enableNodeCliInspectArguments',
    isOn: false,
    reason: '--inspect hands the same process to whoever connects',
  },
  {
    name: 'EnableEmbeddedAsarIntegrityValidation',
    builderKey: 'enableEmbeddedAsarIntegrityValidation',
    isOn: true,
    reason: 'an altered app.asar does not start (macOS, Windows)',
  },
  {
    name: 'OnlyLoadAppFromAsar',
    builderKey: 'onlyLoadAppFromAsar',
    isOn: true,
    reason: 'a folder laid beside app.asar is not taken for the app',
  },
  {
    name: 'LoadBrowserProcessSpecificV8Snapshot',
    builderKey: 'loadBrowserProcessSpecificV8Snapshot',
    isOn: false,
    reason: 'there is no snapshot of our own, so none is looked for',
  },
  {
    name: 'GrantFileProtocolExtraPrivileges',
    builderKey: 'grantFileProtocolExtraPrivileges',
    isOn: false,
    reason: 'the page comes over app://, nothing over file://',
  },
  {
    // Since Electron 41. The library that electron-builder brings does not know it: see `setFuses`.
    name: 'WasmTrapHandlers',
    builderKey: null,
    isOn: true,
    reason:
      'Chromium’s own way to catch WebAssembly out of its bounds; the page’s CSP allows none anyway',
  },
];

export function builderFuses(): BuilderFuses {
  return Object.fromEntries(
    FUSES.flatMap(({ builderKey, isOn }) => (builderKey === null ? [] : [[builderKey, isOn]])),
  );
}

/** Stands before the wire in every Electron binary, then version and length, a byte each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;
const ON = 0x31;
const OFF = 0x30;
/** A fuse that this Electron has no use for any more. */
const REMOVED = 0x72;

/** A wire as a binary of Electron carries it, every fuse at what nobody chose. For the stand-in. */
export function untouchedWire(length: number): Buffer {
  return Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([WIRE_VERSION, length]),
    Buffer.alloc(length, ON),
  ]);
}

/**
 * Sets all of them in every wire of the file (a universal binary has two). A wire with a fuse that is not in the list stops packaging,
 * which electron-builder would not: it sets those it knows and leaves the rest.
 */
export async function setFuses(file: string): Promise<void> {
  const bytes = await readFile(file);
  let wires = 0;
  for (let at = bytes.indexOf(SENTINEL); at !== -1; at = bytes.indexOf(SENTINEL, at + 1)) {
    setWire(bytes, at + SENTINEL.length);
    wires += 1;
  }
  if (wires === 0) throw new Error('Fuses: this is no binary of Electron');
  await writeFile(file, bytes);
}

function setWire(bytes: Buffer, at: number): void {
  const [version, length = 0] = bytes.subarray(at, at + 2);
  if (version !== WIRE_VERSION) throw new Error('Fuses: the wire has another version');
  if (length > FUSES.length) {
    throw new Error(
      `Fuses: this Electron has ${length}, ${FUSES.length} are decided; see scripts/package/fuses.ts`,
    );
  }
  for (const [index, { isOn }] of FUSES.slice(0, length).entries()) {
    const place = at + 2 + index;
    if (bytes[place] !== REMOVED) bytes[place] = isOn ? ON : OFF;
  }
}

/** Read back with the library: what is not as decided, one line each. */
export async function wrongFuses(file: string): Promise<readonly string[]> {
  const wire = Object.entries(await fuseLibrary.getCurrentFuseWire(file)).filter(
    ([key]) => key !== 'version',
  );
  return wire.flatMap(([key, state]: readonly [string, unknown]) => {
    const fuse = FUSES[Number(key)];
    if (fuse === undefined) return [`fuse ${key} is not decided`];
    const isRight = state === REMOVED || state === (fuse.isOn ? ON : OFF);
    return isRight ? [] : [`${fuse.name} is not ${fuse.isOn ? 'on' : 'off'}`];
  });
}
