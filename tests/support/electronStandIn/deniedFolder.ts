import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/**
 * What macOS's privacy answers once the operator has refused the folder: it is there, and opening anything in it, or the folder
 * itself, is EPERM. Permissions would not do: tests may run as root, whom they do not stop.
 */
export function denyFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  const { openSync } = fs;
  const { open, opendir } = fs.promises;
  const refuse = (file: unknown, what: string): void => {
    const name = path.resolve(String(file));
    if (name !== folder && !name.startsWith(folder + path.sep)) return;
    const message = `EPERM: operation not permitted, ${what} '${name}'`;
    throw Object.assign(new Error(message), { code: 'EPERM', errno: -1, syscall: what });
  };
  fs.openSync = (file, ...others) => {
    refuse(file, 'open');
    return openSync(file, ...others);
  };
  fs.promises.open = async (file, ...others) => {
    refuse(file, 'open');
    return open(file, ...others);
  };
  fs.promises.opendir = async (file, ...others) => {
    refuse(file, 'opendir');
    return opendir(file, ...others);
  };
  // The bundles import functions by name.
  syncBuiltinESMExports();
}
