// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';
import { whereTo } from '#shared/domain/profile.ts';

import { type Draft, newDraft } from './draft.ts';
import { FACTS, GOOD, MERCHANT, intent } from './testing/openForm.ts';
import { usePlaceShown } from './usePlaceShown.ts';

const at = (baseUrl: string) => ({
  baseUrl,
  merchant: merchantIdSchema.parse(MERCHANT),
  mode: 'live' as const,
});
const [FIRST, SECOND] = ['https://first.example', 'https://second.example'];
const empty = newDraft(intent(0), FACTS.filledIn);
const typed: Draft = { ...empty, texts: { ...empty.texts, ...GOOD } };

type Props = {
  readonly profile: ReturnType<typeof at>;
  readonly draft: Draft;
  readonly told?: Failure | null;
};

function Place({ profile, draft, told = null }: Props) {
  return usePlaceShown(profile, { draft, failure: told }).origin;
}

/** Draws it with each profile, draft and failure in turn. */
function openPlace() {
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => flushSync(() => root.unmount()));
  return {
    shown: () => page.textContent,
    draw(profile: Props['profile'], draft: Draft, told: Failure | null = null) {
      flushSync(() => root.render(<Place profile={profile} draft={draft} told={told} />));
      return page.textContent;
    },
  };
}

it('where a request goes is as it was when the first text was typed, until a refusal could be seen', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const place = openPlace();
  expect(place.draw(at(FIRST), empty)).toBe(FIRST);
  expect(place.draw(at(FIRST), typed)).toBe(FIRST);
  expect(place.draw(at(SECOND), typed)).toBe(FIRST);

  // Sent, and refused: the form was empty meanwhile.
  const sent = { ...typed, shown: whereTo(at(FIRST)) };
  place.draw(at(SECOND), newDraft(intent(1), FACTS.filledIn));
  expect(place.draw(at(SECOND), sent, failure('not_recorded'))).toBe(FIRST);
  flushSync(() => vi.advanceTimersByTime(600));
  expect(place.shown()).toBe(FIRST);
  place.draw(at(SECOND), sent, failure('profile_changed'));
  // The second press of a double Enter comes within this time.
  flushSync(() => vi.advanceTimersByTime(599));
  expect(place.shown()).toBe(FIRST);
  flushSync(() => vi.advanceTimersByTime(1));
  expect(place.shown()).toBe(SECOND);
  // What changes after that was not told.
  expect(place.draw(at(FIRST), sent, failure('profile_changed'))).toBe(SECOND);
});
