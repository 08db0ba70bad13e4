import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PLACEHOLDERS } from './placeholders.ts';
import { type MessageValues, render } from './render.ts';

const NONE: MessageValues = {
  amount: '',
  currency: '',
  number: '',
  name: '',
  bank: '',
  bic: '',
  reason: '',
  link: '',
  valid_until: '',
  customer: '',
  order: '',
  paid_amount: '',
  missing_amount: '',
  minutes_left: '',
};
const valuesOf = (some: Partial<MessageValues>): MessageValues => ({ ...NONE, ...some });
const NUMBER = '2200700812345675';

describe('a wording and its values', () => {
  it('leaves out a line all of whose placeholders are empty, and no other', () => {
    const wording = 'Hello\nBank: {bank}\n{name} · {bic}\n{number}';
    expect(render(wording, valuesOf({ number: NUMBER, name: 'IVAN' }), 'plain').text).toBe(
      `Hello\nIVAN ·\n${NUMBER}`,
    );
  });

  it('leaves no hole where lines were left out', () => {
    const wording = '\n{bank}\n\n{name}\n\n{bic}\n\n{number}\n\n{reason}\n';
    expect(render(wording, valuesOf({ number: NUMBER }), 'plain').text).toBe(NUMBER);
    expect(render(wording, valuesOf({ number: NUMBER, name: 'A' }), 'plain').text).toBe(
      `A\n\n${NUMBER}`,
    );
  });

  it('takes line breaks off either end, and 300,000 of them inside a value no longer than any text', () => {
    const number = `1${'\n'.repeat(300_000)}2`;
    const startedMs = performance.now();
    const { text } = render('\n\n{number}\n\n', valuesOf({ number }), 'plain');
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(text).toBe(number);
  });

  it('never reads a value as a wording', () => {
    const values = valuesOf({ number: NUMBER, name: '{number} {order}', order: '$& $1' });
    expect(render('{name} {order}', values, 'plain').text).toBe('{number} {order} $& $1');
  });

  it('lets no braces of an unknown word through to a customer', () => {
    expect(render('{number} {phone}\n{phone}', valuesOf({ number: '1' }), 'plain').text).toBe('1');
  });

  it('takes each line from the wording: nothing but its values is put in', () => {
    const value = fc.constantFrom('', 'IVAN', 'a__b', '{link}', '`', 'two  words');
    const piece = fc.constantFrom(
      'Bank: ',
      ' ',
      '-',
      '`',
      ...PLACEHOLDERS.map((word) => `{${word}}`),
    );
    const line = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        fc.record(Object.fromEntries(PLACEHOLDERS.map((word) => [word, value]))),
        (lines, some) => {
          const values = valuesOf(some);
          const filled = new Set(
            lines.map((text) =>
              text
                .replaceAll(
                  /\{(?<word>[a-z_]+)\}/gu,
                  (_all, word: keyof MessageValues) => values[word],
                )
                .trimEnd(),
            ),
          );
          for (const shown of render(lines.join('\n'), values, 'plain').text.split('\n')) {
            // A pair of backticks around nothing goes with it.
            const kept = filled.has(shown) || shown === '';
            expect(kept || [...filled].some((text) => text.replaceAll('``', '') === shown)).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('WhatsApp', () => {
  it('sends by itself what stands beneath the parting line', () => {
    const rendered = render(
      '{amount}\n---\n{number}',
      valuesOf({ amount: '5', number: '7' }),
      'whatsapp',
    );
    expect(rendered).toMatchObject({ text: '5', second: '7' });
  });

  it('sends the number by itself where the wording does not say what', () => {
    expect(render('{number}', valuesOf({ number: '7' }), 'whatsapp').second).toBe('7');
    expect(render('{link}', valuesOf({ link: 'https://x.example' }), 'whatsapp').second).toBeNull();
  });

  it('begins with what is beneath the line where nothing is left above it', () => {
    const values = valuesOf({ number: '7' });
    expect(render('{reason}\n---\nTo {number}', values, 'whatsapp')).toMatchObject({
      text: 'To 7',
      second: '7',
    });
  });

  it('says which values would arrive without their marks', () => {
    const altered = (reason: string): readonly string[] =>
      render('{reason}\n---\n{number}', valuesOf({ reason, number: '7' }), 'whatsapp').altered;
    for (const read of ['_7_', 'Order *7* now', '(~a b~)', '`7`']) {
      expect(altered(read), read).toEqual(['reason']);
    }
    for (const whole of ['D_1115_0042', '2 * 3 * 4', '* 7 *', '_7', 'a*b*c']) {
      expect(altered(whole), whole).toEqual([]);
    }
  });

  it('alone knows the parting line', () => {
    const values = valuesOf({ amount: '5', number: '7' });
    for (const channel of ['telegram', 'plain'] as const) {
      expect(render('{amount}\n---\n{number}', values, channel)).toMatchObject({
        text: '5\n---\n7',
        second: null,
      });
    }
  });
});

/** What a customer sees of a text that was pasted into Telegram and sent: marks that it reads are gone. */
function asTelegramShows(text: string): string {
  return text
    .split(/(?<code>`[^`]+`)/u)
    .map((part) =>
      /^`[^`]+`$/u.test(part)
        ? part.slice(1, -1)
        : part
            .replaceAll(/(?<mark>\*\*|__|~~|\|\|)(?<inner>.+?)\k<mark>/gsu, '$<inner>')
            .replaceAll(/\[(?<shown>[^\]]*)\]\([^)]*\)/gu, '$<shown>'),
    )
    .join('');
}

describe('Telegram', () => {
  const wording = 'Pay: {reason}\nTo {name}, {bank}\nNumber: `{number}`\n{link}';

  it('has the number in backticks, alone', () => {
    expect(render(wording, valuesOf({ number: NUMBER }), 'telegram').text).toBe(
      `Number: \`${NUMBER}\``,
    );
  });

  it('gets what it would take for formatting in backticks, so that all of it arrives', () => {
    const { text, altered } = render(
      wording,
      valuesOf({ number: NUMBER, reason: 'A__7__B', name: '**IVAN**', bank: 'T [x](y)' }),
      'telegram',
    );
    expect(text).toBe(`Pay: \`A__7__B\`\nTo \`**IVAN**\`, \`T [x](y)\`\nNumber: \`${NUMBER}\``);
    expect(asTelegramShows(text)).toContain('A__7__B');
    expect(altered).toEqual([]);
  });

  it('does not let a backtick of the provider open what the number’s closes', () => {
    const { text, altered } = render(
      wording,
      valuesOf({ number: NUMBER, name: 'IVAN `X' }),
      'telegram',
    );
    expect(text).toBe(`To IVAN \`X,\nNumber: ${NUMBER}`);
    expect(altered).toEqual(['name']);
    expect(asTelegramShows(text)).toContain(NUMBER);
  });

  it('keeps a link that can be pressed, and says that marks in it may be eaten', () => {
    const link = 'https://pay.example/a__b__c';
    const { text, altered } = render('{link}', valuesOf({ link }), 'telegram');
    expect(text).toBe(link);
    expect(altered).toEqual(['link']);
  });

  it('says of every value that a link across two of them may hide it', () => {
    const values = valuesOf({ number: NUMBER, reason: '[`](', name: 'IVAN', bank: ')' });
    const { altered } = render(wording, values, 'telegram');
    expect(altered).toEqual(expect.arrayContaining(['reason', 'name', 'bank']));
  });

  it('shows every value as it is, or says which it would change', () => {
    const piece = fc.constantFrom(
      'a',
      '7',
      ' ',
      '*',
      '**',
      '_',
      '__',
      '~~',
      '||',
      '[',
      '](',
      ')',
      '`',
    );
    const value = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').trim());
    fc.assert(
      fc.property(value, value, value, (reason, name, bank) => {
        const values = valuesOf({ number: NUMBER, reason, name, bank });
        const { text, altered } = render(wording, values, 'telegram');
        const shown = asTelegramShows(text);
        expect(shown).toContain(NUMBER);
        for (const word of ['reason', 'name', 'bank'] as const) {
          if (!altered.includes(word)) expect(shown).toContain(values[word]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
