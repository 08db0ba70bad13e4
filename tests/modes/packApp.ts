import assert from 'node:assert/strict';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packTarget } from '../../scripts/package/packTarget.ts';
import { TARGETS } from '../../scripts/package/product.ts';
import { makeSbom } from '../../scripts/package/sbom.ts';

const ROOT = path.join(import.meta.dirname, '../..');

export type PackedApp = { readonly archive: string; readonly remove: () => void };

/** The build as electron-builder packs it for this machine, with the configuration of installers. */
export async function packApp(): Promise<PackedApp> {
  const target = TARGETS.find(
    ({ platform, arch }) => platform === process.platform && arch === process.arch,
  );
  assert.ok(target !== undefined, `nothing is packaged for ${process.platform} ${process.arch}`);
  writeFileSync(path.join(ROOT, 'out/sbom.cdx.json'), JSON.stringify(makeSbom(ROOT)));
  const folder = mkdtempSync(path.join(tmpdir(), 'mode-packed-app-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const { problems } = await packTarget(target, folder);
    assert.deepEqual(problems, []);
    const [archive] = globSync(path.join(folder, 'dist/**/app.asar'));
    assert.ok(archive !== undefined, 'electron-builder has made no archive');
    return { archive, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
