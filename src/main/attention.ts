import type { DeskTray } from './tray.ts';
import type { MainWords } from './words.ts';

type OverlaidWindow<Image> = {
  readonly isDestroyed: () => boolean;
  readonly setOverlayIcon: (overlay: Image | null, description: string) => void;
};

export type AttentionDeps<Image> = {
  readonly platform: NodeJS.Platform;
  readonly setBadgeCount: (count: number) => void;
  readonly windows: () => readonly OverlaidWindow<Image>[];
  readonly overlay: () => Image;
  readonly tray: DeskTray | null;
  readonly words: () => MainWords;
};

export type Attention = {
  readonly count: (unanswered: number) => void;
  /** In another language, or for a window that has just opened. */
  readonly redraw: () => void;
};

/** How many requests are without an answer, wherever the system has a place to say it. */
export function createAttention<Image>(deps: AttentionDeps<Image>): Attention {
  let unanswered = 0;
  const redraw = (): void => {
    deps.tray?.draw(unanswered);
    if (deps.platform === 'win32') overlay(deps, unanswered);
    else deps.setBadgeCount(unanswered);
  };
  return {
    redraw,
    count(now) {
      unanswered = now;
      redraw();
    },
  };
}

/** The number itself is read out by the description. */
function overlay<Image>(deps: AttentionDeps<Image>, unanswered: number): void {
  const image = unanswered > 0 ? deps.overlay() : null;
  const description = unanswered > 0 ? deps.words().withoutAnswer(unanswered) : '';
  for (const window of deps.windows()) {
    if (!window.isDestroyed()) window.setOverlayIcon(image, description);
  }
}
