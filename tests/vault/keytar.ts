import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where scripts/provision.ts builds keytar: never among the desk's own dependencies. */
export const KEYTAR_FOLDER = path.join(import.meta.dirname, '../../.cache/keytar');

/** The built module; null: it could not be built here. */
export function findKeytar(): string | null {
  const folder = path.join(KEYTAR_FOLDER, 'node_modules/keytar');
  const isBuilt = existsSync(path.join(folder, 'build/Release/keytar.node'));
  return isBuilt ? path.join(folder, 'lib/keytar.js') : null;
}
