import { z } from 'zod';

import { profileFileSchema } from '#shared/domain/profileFile.ts';

import { PROFILE_FILE_SCHEMA_ID } from './profileFile.ts';

const DESCRIPTION = [
  'What Deposit Desk exports and imports: merchant profiles with their provider formats, without secrets.',
  'The desk checks a little more than JSON Schema can say: addresses are https (http only to this machine), time zones exist,',
  'order patterns do not repeat, no two headers have one name, and each id is in the file once.',
].join(' ');

/** docs/profile-file.schema.json, made from the schema that the desk itself uses, so that the two cannot differ. */
export function publishedSchema(): string {
  const schema = z.toJSONSchema(profileFileSchema, {
    io: 'input',
    override({ jsonSchema }) {
      // A property of our types, not a requirement on the file.
      delete jsonSchema.readOnly;
    },
  });
  const { $schema, ...rest } = schema;
  const titled = {
    $schema,
    $id: PROFILE_FILE_SCHEMA_ID,
    title: 'Deposit Desk profile file',
    description: DESCRIPTION,
    ...rest,
  };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
