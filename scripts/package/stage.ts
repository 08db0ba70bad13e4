import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { Target } from './product.ts';

const versionSchema = z.looseObject({ version: z.string() });

/** What `dependencies` of package.json bring, beside the keychain's binary of each system. */
const MODULES = ['better-sqlite3', 'node-addon-api', '@napi-rs/keyring'];

/**
 * A copy of the project as an installation on the target would have it: npm installs only this machine's binary of the keychain library, so for
 * other systems an empty file with the right name stands in. Returns whether it does.
 */
export function stageProject(root: string, folder: string, target: Target): boolean {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  for (const name of ['package.json', 'LICENSE', 'out', 'build']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  for (const name of MODULES) copyModule(root, folder, name);
  const keyring = `@napi-rs/keyring-${target.keyring}`;
  const isThere = existsSync(path.join(root, 'node_modules', keyring));
  if (isThere) copyModule(root, folder, keyring);
  else standInModule(path.join(folder, 'node_modules', keyring), keyring, target);
  return !isThere;
}

function copyModule(root: string, folder: string, name: string): void {
  const from = path.join(root, 'node_modules', name);
  cpSync(from, path.join(folder, 'node_modules', name), { recursive: true, dereference: true });
}

function standInModule(folder: string, name: string, { keyring }: Target): void {
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, '../keyring/package.json');
  const { version } = versionSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(path.join(folder, 'LICENSE.third-party.md'), 'stand-in');
  writeFileSync(path.join(folder, `keyring.${keyring}.node`), 'stand-in');
}
