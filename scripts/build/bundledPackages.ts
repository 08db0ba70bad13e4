import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

const PLACE = /.*[\\/]node_modules[\\/](?<name>@[^\\/]+[\\/][^\\/]+|[^\\/]+)/u;

/** Writes down which packages a bundle is really made of, module by module: the list of components is held against it. */
export function bundledPackages(part: string): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      const names = ids
        .map((id) => PLACE.exec(id)?.groups?.['name']?.replaceAll('\\', '/'))
        .filter((name) => name !== undefined);
      const file = path.join(dir ?? 'out', '..', `packages-${part}.json`);
      writeFileSync(file, `${JSON.stringify([...new Set(names)].toSorted(), null, 2)}\n`);
    },
  };
}
