import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '../../node_modules/electron');

/** Electron's executable, or null: its binary is a separate download, and asking the package itself would start it. */
export function findElectron(): string | null {
  const pathFile = path.join(PACKAGE, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = path.join(PACKAGE, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}
