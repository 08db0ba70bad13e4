import { DESK_ICONS } from './iconFiles.ts';
import type { PackedFile } from './packedFiles.ts';
import { OWN_CODE_BYTES, type Target } from './product.ts';

/** The only native code: one binary of each module, for this target. */
export function nativeFiles({ platform, arch, keyring }: Target): readonly string[] {
  return [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    `node_modules/@napi-rs/keyring-${keyring}/keyring.${keyring}.node`,
  ];
}

/** What main reads at run time; scripts/build/pictures.ts puts them there. */
export const PICTURES = [...DESK_ICONS.map(({ name }) => name), 'bill.png'].map(
  (name) => `out/main/chunks/${name}`,
);

/** What belongs in a package, all of it. What fits no row is refused, so that nothing gets in by being forgotten. */
function allowed({ keyring }: Target): readonly RegExp[] {
  return [
    /^package\.json$/u,
    /^out\/main\/(?:index\.js|(?:logWorker|keychainHelper)\.cjs)$/u,
    /^out\/main\/chunks\/[\w-]+\.c?js$/u,
    /^out\/preload\/index\.cjs$/u,
    /^out\/renderer\/index\.html$/u,
    /^out\/renderer\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png)$/u,
    /^node_modules\/better-sqlite3\/(?:package\.json|LICENSE|lib\/(?:methods\/)?[\w-]+\.js)$/u,
    /^node_modules\/@napi-rs\/keyring\/(?:package\.json|LICENSE|index\.js)$/u,
    new RegExp(
      `^node_modules/@napi-rs/keyring-${keyring}/(?:package\\.json|LICENSE\\.third-party\\.md)$`,
      'u',
    ),
  ];
}

/** Named on top of the list above, to say plainly what is wrong. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)loopback/u, 'the browser host is not part of installers'],
  [/\.map$/u, 'a source map'],
  [/\.(?:[cm]?tsx?|cc?|cpp|h|hpp|gypi?)$/u, 'source code'],
  [/(?:^|\/)(?:tests?|__tests__)\/|\.(?:test|spec)\./u, 'a test'],
  [/(?:^|\/)electron-updater/u, 'the updater'],
  [/(?:^|\/)\.env|\.(?:pem|p12|pfx|key)$/u, 'what may be a secret'],
];

export function packedProblems(files: readonly PackedFile[], target: Target): readonly string[] {
  const native = nativeFiles(target);
  const byName = new Set([...native, ...PICTURES]);
  const rows = allowed(target);
  const strange = files
    .filter(({ name }) => !byName.has(name) && !rows.some((row) => row.test(name)))
    .map(({ name }) => {
      const why = NEVER.find(([row]) => row.test(name))?.[1] ?? 'nobody said that it belongs there';
      return `${name}: ${why}`;
    });
  const loopback = files
    .filter(
      ({ name }) => /^out\/main\/.*loopback/u.test(name) && rows.some((row) => row.test(name)),
    )
    .map(({ name }) => `${name}: the browser host is not part of installers`);
  const missing = [...native, ...NEEDED]
    .filter((name) => !files.some((file) => file.name === name))
    .map((name) => `${name}: missing`);
  const packedIn = files
    .filter(({ name, isUnpacked }) => isUnpacked !== name.endsWith('.node'))
    .map(({ name, isUnpacked }) => `${name}: ${isUnpacked ? 'beside' : 'inside'} the archive`);
  const own = ownBytes(files);
  const heavy = own > OWN_CODE_BYTES ? [`own code: ${own} bytes are more than 5 MB`] : [];
  return [...strange, ...loopback, ...missing, ...packedIn, ...heavy];
}

const NEEDED: readonly string[] = [
  ...PICTURES,
  'package.json',
  'out/main/index.js',
  'out/main/logWorker.cjs',
  'out/main/keychainHelper.cjs',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'node_modules/better-sqlite3/lib/index.js',
  'node_modules/@napi-rs/keyring/index.js',
];

/** Ours, with all that is bundled into it; the modules that are packed as they are do not count. */
export function ownBytes(files: readonly PackedFile[]): number {
  return files
    .filter(({ name }) => !name.startsWith('node_modules/'))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
