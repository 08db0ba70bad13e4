import { describe, expect, it } from 'vitest';

import { type Chord, ariaOf, capsOf, isChord, isPlain } from './keys.ts';

const NOTHING = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const QUICK: Chord = { code: 'KeyQ', alt: true };
const NEW: Chord = { code: 'KeyN', alt: true };
const PALETTE: Chord = { code: 'KeyK', mod: true };
const SHEET: Chord = { code: 'Slash', shift: true };

describe('a chord', () => {
  it('is the physical key, whatever a layout or a Mac’s Option writes with it', () => {
    // Option+Q types œ, Option+N is a dead key: only `key` says so.
    const quick = { ...NOTHING, code: 'KeyQ', key: 'œ', altKey: true };
    const dead = { ...NOTHING, code: 'KeyN', key: 'Dead', altKey: true };
    expect(isChord(quick, QUICK, true)).toBe(true);
    expect(isChord(dead, NEW, true)).toBe(true);
    const cyrillic = { ...NOTHING, code: 'KeyK', key: 'л', ctrlKey: true };
    expect(isChord(cyrillic, PALETTE, false)).toBe(true);
  });

  it('takes Command for Mod on a Mac and Ctrl elsewhere, never both', () => {
    const command = { ...NOTHING, code: 'KeyK', metaKey: true };
    const control = { ...NOTHING, code: 'KeyK', ctrlKey: true };
    expect([isChord(command, PALETTE, true), isChord(control, PALETTE, true)]).toEqual([
      true,
      false,
    ]);
    expect([isChord(command, PALETTE, false), isChord(control, PALETTE, false)]).toEqual([
      false,
      true,
    ]);
    expect(isChord({ ...command, ctrlKey: true }, PALETTE, true)).toBe(false);
  });

  it('is not AltGr, which is Ctrl and Alt at once and types a letter', () => {
    const altGr = { ...NOTHING, code: 'KeyQ', ctrlKey: true, altKey: true };
    expect(isChord(altGr, QUICK, false)).toBe(false);
  });

  it('waits for nobody to be typing where it types something itself', () => {
    expect(isPlain(SHEET)).toBe(true);
    expect(isPlain({ code: 'KeyJ' })).toBe(true);
    expect(isPlain(QUICK)).toBe(false);
    expect(isPlain({ code: 'F9' })).toBe(false);
  });

  it('is printed as it stands on the keyboard', () => {
    const copy: Chord = { code: 'KeyC', mod: true, shift: true };
    expect(capsOf(copy, false)).toEqual(['Ctrl', 'Shift', 'C']);
    expect(capsOf(copy, true)).toEqual(['⌘', '⇧', 'C']);
    expect(capsOf({ code: 'Digit1', alt: true }, false)).toEqual(['Alt', '1']);
    expect(capsOf(SHEET)).toEqual(['?']);
    expect(ariaOf(copy, false)).toBe('Control+Shift+C');
    expect(ariaOf(SHEET)).toBe('?');
  });
});
