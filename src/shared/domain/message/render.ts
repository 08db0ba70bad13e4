import type { Channel } from '../template.ts';
import { BRACED, type Placeholder, isPlaceholder } from './placeholders.ts';
import { type Guard, plainGuard, telegramGuard } from './telegram.ts';
import { alteredByWhatsApp } from './whatsApp.ts';

export type MessageValues = Readonly<Record<Placeholder, string>>;

/** Beneath such a line of a WhatsApp wording stands what is sent by itself. */
const PARTING = '---';

export type Rendered = {
  readonly text: string;
  /** WhatsApp's second message; null: there is none. */
  readonly second: string | null;
  /** Telegram and WhatsApp take marks for formatting, and would eat them: what they would do that to. */
  readonly altered: readonly Placeholder[];
};

/**
 * A wording with a request's own values. A line all of whose placeholders are empty is left out. A value is never read as a
 * wording: a name that is "{number}" stays one.
 */
export function render(wording: string, values: MessageValues, channel: Channel): Rendered {
  const lines = wording.replaceAll('\r\n', '\n').split('\n');
  const at = channel === 'whatsapp' ? lines.indexOf(PARTING) : -1;
  const first = (at === -1 ? lines : lines.slice(0, at)).join('\n');
  const rest = at === -1 ? null : renderPart(lines.slice(at + 1).join('\n'), values, plainGuard);
  const guard = channel === 'telegram' ? telegramGuard(first, values) : plainGuard;
  const text = renderPart(first, values, guard);
  // Nothing is no message: what would follow it comes first.
  const isParted = text !== '' || rest === null;
  return {
    text: isParted ? text : rest,
    second: secondOf(isParted ? rest : null, values, channel),
    altered: channel === 'whatsapp' ? alteredByWhatsApp(wording, values) : guard.altered,
  };
}

/** Where the wording does not say what is to be sent by itself, it is the number. */
function secondOf(rest: string | null, values: MessageValues, channel: Channel): string | null {
  if (rest !== null && rest !== '') return rest;
  return channel === 'whatsapp' && values.number !== '' ? values.number : null;
}

function renderPart(text: string, values: MessageValues, guard: Guard): string {
  const lines = guard.wording(text).split('\n');
  let ticksBefore = 0;
  const rendered = lines.flatMap((line): readonly string[] => {
    const ticks = ticksBefore;
    ticksBefore += countTicks(line);
    return isLeftOut(line, values) ? [] : [renderLine(line, values, guard, ticks)];
  });
  return tidied(rendered);
}

function isLeftOut(line: string, values: MessageValues): boolean {
  const words = [...line.matchAll(BRACED)].map(({ groups }) => groups?.['word'] ?? '');
  return words.length > 0 && words.every((word) => valueOf(word, values) === '');
}

/** A word that is no placeholder is empty: a brace must not reach a customer. */
function valueOf(word: string, values: MessageValues): string {
  return isPlaceholder(word) ? values[word] : '';
}

/** `{number}` in backticks of its own, or bare. */
const SLOT = /(?<!`)`\{(?<ticked>[^{}\n]*)\}`(?!`)|\{(?<bare>[^{}\n]*)\}/gu;

function renderLine(line: string, values: MessageValues, guard: Guard, ticks: number): string {
  let ticksBefore = ticks;
  let from = 0;
  let out = '';
  for (const slot of line.matchAll(SLOT)) {
    const { ticked, bare = '' } = slot.groups ?? {};
    const literal = line.slice(from, slot.index);
    ticksBefore += countTicks(literal);
    from = slot.index + slot[0].length;
    const word = ticked ?? bare;
    const value = valueOf(word, values);
    out += literal;
    if (value === '') continue;
    if (ticked !== undefined) out += `\`${value}\``;
    else out += ticksBefore % 2 === 1 ? value : guard.bare(word, value);
  }
  // What an empty placeholder left at the end.
  return (out + line.slice(from)).trimEnd();
}

function countTicks(text: string): number {
  return text.split('`').length - 1;
}

/** Lines that were left out leave no hole: of empty lines in a row one stays, none at either end. */
function tidied(lines: readonly string[]): string {
  const text = lines.filter((line, at) => line !== '' || lines[at - 1] !== '').join('\n');
  let [from, to] = [0, text.length];
  while (text[from] === '\n') from += 1;
  // Not by a pattern: /\n+$/ looks for the end from each line break of a value anew.
  while (to > from && text[to - 1] === '\n') to -= 1;
  return text.slice(from, to);
}
