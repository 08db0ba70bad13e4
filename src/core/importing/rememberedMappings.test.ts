import { afterAll, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';
import { mappingSchema } from '#shared/domain/importing.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createRememberedMappings } from './rememberedMappings.ts';

afterAll(removeTemporaryDirs);

const shop = { profileId: profileIdSchema.parse('shop'), flow: 'create', owner: {} } as const;
const other = { ...shop, profileId: profileIdSchema.parse('other') };

it('a mapping, with its constant callback address, stays with the profile and the person that it was made for', () => {
  const place = { dataDir: temporaryDir(), files: createJsonFiles(new Date(), () => undefined) };
  const mapping = mappingSchema.parse({
    customer: { from: 'column', column: 0 },
    callback_url: { from: 'constant', text: 'https://shop.example/callback' },
  });
  const headers = ['Customer', 'Amount'];
  createRememberedMappings(place).remember(shop, headers, mapping);
  const again = createRememberedMappings(place);
  expect(again.find(shop, headers)).toEqual(mapping);
  expect(again.find(other, headers)).toBeNull();
  expect(again.find({ ...shop, flow: 'build' }, headers)).toBeNull();
  const ofPerson = { ...shop, owner: { personId: 'anna' } };
  expect(again.find(ofPerson, headers)).toBeNull();
  again.remember(ofPerson, headers, { customer: { from: 'column', column: 1 } });
  expect(again.find(shop, headers)).toEqual(mapping);
  expect(createRememberedMappings(place).find(ofPerson, headers)).toEqual({
    customer: { from: 'column', column: 1 },
  });
  expect(again.find({ ...shop, owner: { personId: 'boris' } }, headers)).toBeNull();
});
