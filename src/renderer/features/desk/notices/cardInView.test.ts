// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';

import { intentIdSchema } from '#shared/domain/ids.ts';

import { isCardInView } from './cardInView.ts';

const ID = intentIdSchema.parse('11111111-2222-4333-8444-555555555555');

/** A card at this place of a column that ends at 600. */
function cardAt(top: number): void {
  const column = document.createElement('div');
  column.style.overflowY = 'auto';
  column.getBoundingClientRect = () => new DOMRect(0, 100, 400, 500);
  const card = document.createElement('article');
  card.dataset['intent'] = ID;
  card.getBoundingClientRect = () => new DOMRect(0, top, 400, 200);
  column.append(card);
  document.body.append(column);
}
afterEach(() => document.body.replaceChildren());

it.each([
  { top: 120, isSeen: true, of: 'in its column' },
  { top: 560, isSeen: true, of: 'with its head in the column' },
  { top: 590, isSeen: false, of: 'below the column' },
  { top: 40, isSeen: false, of: 'scrolled out above' },
])('a card $of: in view is $isSeen', ({ top, isSeen }) => {
  cardAt(top);
  expect(isCardInView(ID)).toBe(isSeen);
});

it('without a card on the screen nothing is in view', () => {
  expect(isCardInView(ID)).toBe(false);
});
