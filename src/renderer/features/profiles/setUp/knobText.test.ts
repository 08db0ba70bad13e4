import { expect, it } from 'vitest';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { knobText } from './fields.ts';

it('names a knob as the editor does, and one without a label by its path', () => {
  const say = sayOf(createI18n('en'));
  const paths = [
    'baseUrl',
    'dialect.signature.algorithm',
    'confirmAbove.RUB',
    'proxy.url',
    'proxy.mode',
    'somethingNew',
  ];
  expect(paths.map((path) => knobText(path, say))).toEqual([
    'Provider address',
    'Provider format: signature.algorithm',
    'Ask again above · RUB',
    'Proxy address',
    'Proxy',
    'somethingNew',
  ]);
});
