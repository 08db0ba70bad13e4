import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { publishedSchema } from '../src/core/profiles/publishedSchema.ts';

/** Writes the published JSON Schema of the profile file anew. A test says when that is due. */
const file = path.join(import.meta.dirname, '../docs/profile-file.schema.json');
writeFileSync(file, publishedSchema());
console.log(`${path.relative('.', file)} written`);
