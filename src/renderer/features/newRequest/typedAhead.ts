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

/** The first line of it. Where the keyboard went on to another field nothing more is known; an Enter after nothing is a double press. */
export function nextLine(keys: Keys): {
  readonly text: string;
  readonly isIssued: boolean;
  readonly rest: Keys;
} {
  const line = /^\s*(?<text>[^\n\t]*)(?<end>[\n\t]?)(?<rest>.*)$/su.exec(keys)?.groups;
  const isIssued = line?.['end'] === '\n';
  return { text: line?.['text'] ?? '', isIssued, rest: isIssued ? (line['rest'] ?? '') : '' };
}
