import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { type Licence, licencesOf } from '../build/licences.ts';

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      /** Of a package that is installed under another name: better-sqlite3 (ADR 26). */
      name: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
});
const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  description: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

type Component = {
  readonly type: 'framework' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'optional' | 'required';
  readonly licenses: readonly [
    { readonly license: { readonly id: string } } | { readonly expression: string },
  ];
  readonly hashes: readonly [{ readonly alg: 'SHA-512'; readonly content: string }];
};

export type Sbom = Readonly<Record<string, unknown>> & {
  readonly components: readonly Component[];
};

/** Compiled into this package's binary; its sources are in the package. */
const SQLITE_HOLDER = 'better-sqlite3-multiple-ciphers';
const SQLITE_SOURCES = 'node_modules/better-sqlite3/deps/sqlite3';

/**
 * What the desk is made of, in CycloneDX 1.6: every package that is bundled or packed, with its licence and the digest npm checked, and
 * the SQLite inside one of them, which no package list knows of.
 */
export function makeSbom(root: string): Sbom {
  const lock = lockSchema.parse(read(root, 'package-lock.json'));
  const manifest = manifestSchema.parse(read(root, 'package.json'));
  const digests = new Map(
    Object.entries(lock.packages).map(([place, { name, version, integrity }]) => {
      const folder = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [`${name ?? folder}@${version ?? ''}`, integrity];
    }),
  );
  const packages = licencesOf(root).map((licence) => componentOf(licence, digests));
  const sqlite = sqliteOf(root);
  const components = [...packages, sqlite];
  const own = `pkg:npm/${manifest.name}@${manifest.version}`;
  // Of the same parts the same file, on every machine: no time in it, and a serial number that is theirs.
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: manifest.name,
        version: manifest.version,
        purl: own,
        description: manifest.description,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: packages.map((component) => component['bom-ref']) },
      ...packages
        .filter(({ name }) => name === SQLITE_HOLDER)
        .map((holder) => ({ ref: holder['bom-ref'], dependsOn: [sqlite['bom-ref']] })),
    ],
  };
}

function componentOf(
  { name, version, licence }: Licence,
  digests: ReadonlyMap<string, string | undefined>,
): Component {
  const integrity = digests.get(`${name}@${version}`);
  const digest = /^sha512-(?<digest>\S+)$/u.exec(integrity ?? '')?.groups?.['digest'];
  if (digest === undefined) throw new Error(`${name}@${version}: not in package-lock.json`);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: 'required',
    licenses: [/[ ()]/u.test(licence) ? { expression: licence } : { license: { id: licence } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
  };
}

function sqliteOf(root: string): Component {
  const header = readFileSync(path.join(root, SQLITE_SOURCES, 'sqlite3.h'), 'utf8');
  const version = /^#define SQLITE_VERSION\s+"(?<version>[\d.]+)"/mu.exec(header)?.groups?.[
    'version'
  ];
  if (version === undefined) throw new Error(`${SQLITE_SOURCES}/sqlite3.h names no version`);
  const source = readFileSync(path.join(root, SQLITE_SOURCES, 'sqlite3.c'));
  const purl = `pkg:generic/sqlite@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name: 'sqlite',
    version,
    purl,
    scope: 'required',
    // SPDX's name for the words that SQLite has where others have a licence: it is in the public domain.
    licenses: [{ license: { id: 'blessing' } }],
    hashes: [{ alg: 'SHA-512', content: createHash('sha512').update(source).digest('hex') }],
  };
}

/** Version 8: made of something, here of what is listed. */
function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) % 64) + 128).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function read(root: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}
