/** Keys that were pressed before the form was free: what they type, "\n" for Enter, "\t" for Tab. */
export type Keys = string;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'repeat'>;

/** Null when the key types nothing. */
export function withKey(keys: Keys, { key, code, repeat }: Pressed): Keys | null {
  if (code === 'Enter' || code === 'NumpadEnter') return repeat ? keys : `${keys}\n`;
  if (code === 'Tab') return `${keys}\t`;
  if (code === 'Backspace') return keys.replace(/.$/su, '');
  return /^.$/u.test(key) ? keys + key : null;
}

/** With what was pasted: it issues nothing, and the gaps at its ends stay gaps. */
export function joined(keys: Keys, pasted: string): Keys {
  return keys + pasted.replaceAll(/\s+/gu, ' ');
}

/** All of it as one line, to be looked at before it is issued. */
export function asLine(keys: Keys): string {
  return typedOn(keys).trimEnd();
}

/** The same for a box that is typed on in: without the gap at its end "500 " and "777" would become 500777. */
export function typedOn(keys: Keys): string {
  return keys.replaceAll(/\s+/gu, ' ').trimStart();
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
  const line = /^[^\S\t]*(?<text>\S[^\n\t]*)\n(?<rest>.*)$/su.exec(keys)?.groups;
  return line === undefined
    ? { text: typedOn(keys), isIssued: false, rest: '' }
    : { text: line['text'] ?? '', isIssued: true, rest: line['rest'] ?? '' };
}
