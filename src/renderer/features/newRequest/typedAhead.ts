/** Keys that were pressed before the form was free: what they type, "\n" for Enter, "\t" for Tab. */
export type Keys = string;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'repeat'>;

/** Null: no key that types. */
export function withKey(keys: Keys, { key, code, repeat }: Pressed): Keys | null {
  if (code === 'Enter' || code === 'NumpadEnter') return repeat ? keys : `${keys}\n`;
  if (code === 'Tab') return `${keys}\t`;
  if (code === 'Backspace') return keys.replace(/.$/su, '');
  return /^.$/u.test(key) ? keys + key : null;
}

/** All of it as one line, to be looked at before it is issued. */
export function asLine(keys: Keys): string {
  return keys.replaceAll(/\s+/gu, ' ').trim();
}

/**
 * The first line of it, issued where Enter ended it. An Enter after nothing is a double press. Where Tab led on to another
 * field, which one is not known any more: then all of it is one line that is not issued.
 */
export function nextLine(keys: Keys): {
  readonly text: string;
  readonly isIssued: boolean;
  readonly rest: Keys;
} {
  const line = /^\s*(?<text>[^\n\t]+)\n(?<rest>.*)$/su.exec(keys)?.groups;
  return line === undefined
    ? { text: asLine(keys), isIssued: false, rest: '' }
    : { text: line['text'] ?? '', isIssued: true, rest: line['rest'] ?? '' };
}
