import type { Configuration } from 'electron-builder';

import { appImageTools, fpmTarget } from './libraries.ts';
import { FLOOR_PACKAGES } from './linuxFloor.ts';
import { PRODUCT_NAME } from './product.ts';

/** Packages that Electron's binary loads and electron-builder's own list does not name. */
const ELECTRON_PACKAGES = ['libgbm1', 'libasound2'];

/** Settings without which an installed desk would not start, or would be called otherwise. */
export function installerProblems(config: Configuration): readonly string[] {
  return [
    ...appImageProblems(config),
    ...debProblems(config),
    ...(config.electronFuses?.enableCookieEncryption === false
      ? []
      : ['cookie encryption is on: macOS would ask for a keychain entry at the first start']),
    ...(Reflect.get(Object(config.extraMetadata), 'productName') === PRODUCT_NAME
      ? []
      : ['extraMetadata.productName: Electron would call the app by the name of its package']),
  ];
}

/** The runtime of version 0.0.0 loads libfuse2 from the system, which newer systems do not have; the others bring their own. */
function appImageProblems({ toolsets }: Configuration): readonly string[] {
  const version = toolsets?.appimage ?? '0.0.0';
  const tools = Object.keys(appImageTools.appimageChecksums[version] ?? {});
  return tools.some((name) => name.includes('runtime'))
    ? []
    : [`toolsets.appimage ${version}: an AppImage would need libfuse2`];
}

/** A list of ours replaces electron-builder's, so it has to hold all of that one. */
function debProblems({ deb }: Configuration): readonly string[] {
  const given = deb?.depends;
  const depends = Array.isArray(given) ? given.map(String) : [];
  const names = new Set(depends.flatMap(alternatives));
  const missing = [...fpmTarget.default.prototype.getDefaultDepends('deb'), ...ELECTRON_PACKAGES];
  return [
    ...missing.filter((name) => !names.has(name)),
    ...FLOOR_PACKAGES.filter((name) => !depends.includes(name)),
  ].map((name) => `deb.depends: ${name} is missing`);
}

/** `libasound2t64 | libasound2` gives both names, `libc6 (>= 2.34)` the name alone. */
function alternatives(depend: string): readonly string[] {
  return depend.split('|').map((name) => name.replace(/\(.*\)/u, '').trim());
}
