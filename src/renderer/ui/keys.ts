import { useEffect, useEffectEvent } from 'react';

import type { Host } from '#shared/contract/host.ts';

const isMac = /mac/iu.test(navigator.platform);

export const MOD_NAME = isMac ? '⌘' : 'Ctrl';
export const ENTER_NAME = '↵';
export const ESCAPE_NAME = 'Esc';

export function isMod(event: KeyboardEvent): boolean {
  return (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
}

/** A browser keeps Mod+1…9 for its tabs, so sections answer to Alt there. */
export function sectionModifier(host: Host): {
  readonly name: string;
  readonly aria: 'Control' | 'Meta' | 'Alt';
  readonly held: (event: KeyboardEvent) => boolean;
} {
  if (host.kind === 'electron') {
    return { name: MOD_NAME, aria: isMac ? 'Meta' : 'Control', held: isMod };
  }
  return {
    name: isMac ? '⌥' : 'Alt',
    aria: 'Alt',
    held: (event) => event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey,
  };
}

/** Listens on the whole window while the component is there. Match `event.code`: a Cyrillic layout changes `key`. */
export function useWindowKey(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
