import { createRequire } from 'node:module';
import path from 'node:path';

import { serve } from '../../src/core/vault/helper/serve.ts';
import { createBlockingKeyring, createKeyring } from '../../src/core/vault/keyring.ts';
import { createKeytar } from '../../src/core/vault/keytar.ts';

/** The desk's own helper, with the keytar that was built for the tests; see ./keytar.ts. This file runs as a bundle elsewhere. */
const require = createRequire(path.resolve('.cache/keytar/package.json'));

serve(async (library, kind) => {
  if (library === 'keytar') return createKeytar((): unknown => require('keytar'));
  return kind === 'thread' ? createBlockingKeyring() : createKeyring();
});
