import type { IntentId } from '#shared/domain/ids.ts';

/** The head of a card, with its state: what must be seen of it. */
const HEAD_PX = 32;

/** True when the operator sees the state of this request on its card, which is then notice enough. */
export function isCardInView(intentId: IntentId, page: Document = document): boolean {
  const card = page.querySelector<HTMLElement>(`article[data-intent="${intentId}"]`);
  if (card === null || page.hidden) return false;
  const { top, height } = card.getBoundingClientRect();
  const bottom = top + Math.min(height, HEAD_PX);
  return height > 0 && clipsOf(card).every((clip) => top >= clip.top && bottom <= clip.bottom);
}

type Clip = { readonly top: number; readonly bottom: number };

/** The window, and whatever scrolls around the card. */
function clipsOf(card: HTMLElement): readonly Clip[] {
  const clips: Clip[] = [{ top: 0, bottom: window.innerHeight }];
  for (let around = card.parentElement; around !== null; around = around.parentElement) {
    const scrolls = getComputedStyle(around).overflowY;
    if (scrolls === 'auto' || scrolls === 'scroll') clips.push(around.getBoundingClientRect());
  }
  return clips;
}
