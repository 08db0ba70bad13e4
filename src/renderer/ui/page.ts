import { useEffect, useSyncExternalStore } from 'react';

import { savedType } from '#shared/domain/savedFile.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Text size is a zoom of the whole page: text, controls, icons and menus grow together, and the page has that much less room.
 * Media queries know nothing of it, so breakpoints are container queries of `page` (global.css), here and in every stylesheet.
 */
export function useTextSize(percent: number | undefined): void {
  useEffect(() => {
    if (percent !== undefined) showTextSize(percent);
  }, [percent]);
}

export function showTextSize(percent: number): void {
  document.documentElement.style.zoom = `${percent}%`;
}

/** The same question as a container query of `page`, where a component must know. */
export function usePage(fits: (page: Size) => boolean): boolean {
  return useSyncExternalStore(onResized, () =>
    fits({ width: document.body.clientWidth, height: document.body.clientHeight }),
  );
}

function onResized(changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** How many of the pointer's pixels are one of the page's. */
export function zoomOf(element: Element): number {
  return element.currentCSSZoom;
}

/** Hands a file to the browser as a download; its name's ending says what it is. */
export function saveFile(name: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type: savedType(name) ?? '' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it was started.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
