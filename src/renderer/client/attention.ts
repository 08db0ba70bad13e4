/** Whether somebody has touched this page. What the page asks by itself must not keep an unattended desk open for ever. */
export type Attention = {
  /** Whether anything was touched since this was last asked. */
  readonly take: () => boolean;
};

const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;

export function watchAttention(page: EventTarget): Attention {
  // Somebody has just opened it.
  let isTouched = true;
  const touched = (): void => {
    isTouched = true;
  };
  for (const sign of SIGNS) page.addEventListener(sign, touched, { capture: true, passive: true });
  return {
    take() {
      const was = isTouched;
      isTouched = false;
      return was;
    },
  };
}
