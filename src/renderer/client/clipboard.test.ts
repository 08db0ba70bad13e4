import { describe, expect, it, vi } from 'vitest';

import { createClient } from '#shared/contract/testing/createClient.ts';

import { failure } from '#shared/domain/failure.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';

import { type PageClipboard, copyLink, copyText } from './clipboard.ts';

const TEXT = 'To 2200700812345675\nnow';

/** A host that answers so; null: it cannot be reached. */
const hostWith = (readBack: string | null) =>
  createClient({
    invoke: () =>
      readBack === null
        ? Promise.reject(new Error('gone'))
        : Promise.resolve({ ok: true, value: { readBack } }),
    subscribe: () => () => undefined,
  });

async function refuse(): Promise<never> {
  throw new Error('not allowed');
}

const reads = (text: string | null): Partial<PageClipboard> => ({ read: async () => text });

function pageWith(some: Partial<PageClipboard> = {}): PageClipboard & { readonly held: string[] } {
  const held: string[] = [];
  return {
    held,
    write: async (text) => void held.push(text),
    read: async () => held.at(-1) ?? '',
    ...some,
  };
}

describe('a copy', () => {
  it('is the host’s where it has a clipboard: the page’s own is left alone', async () => {
    const page = pageWith();
    expect(await copyText(hostWith('same'), TEXT, page)).toBe('checked');
    expect(await copyText(hostWith('different'), TEXT, page)).toBe('different');
    expect(await copyText(hostWith('not_written'), TEXT, page)).toBe('failed');
    expect(await copyText(hostWith('not_read'), TEXT, page)).toBe('not_checked');
    expect(page.held).toEqual([]);
  });

  it('that was asked for later is the one that stays, though the desk judged the link before it for longer', async () => {
    const page = pageWith();
    let judge: () => void = () => undefined;
    const judged = new Promise<void>((resolve) => {
      judge = resolve;
    });
    const client = createClient({
      invoke: async (_, input) => {
        if (JSON.stringify(input).includes('linkOf')) await judged;
        return { ok: true, value: { readBack: 'unsupported' } };
      },
      subscribe: () => () => undefined,
    });
    const linkOf = intentIdSchema.parse('11111111-2222-4333-8444-555555555555');
    const first = copyLink(client, { text: 'https://pay.example/1', linkOf }, page);
    const second = copyText(client, TEXT, page);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    judge();
    expect(await Promise.all([first, second])).toEqual(['checked', 'checked']);
    expect(page.held.at(-1)).toBe(TEXT);
  });

  it.each(['unsupported', null])('is the page’s where the host says %s', async (readBack) => {
    const page = pageWith();
    expect(await copyText(hostWith(readBack), TEXT, page)).toBe('checked');
    expect(page.held).toEqual([TEXT]);
  });

  it.each([
    ['nobody was asked whether it may be read', reads(null), 'not_checked'],
    ['it cannot be read just now', { read: refuse }, 'not_checked'],
    ['Windows ends lines its own way', reads(TEXT.replace('\n', '\r\n')), 'checked'],
    ['another program was faster', reads('something else'), 'different'],
    ['a digit is missing', reads(TEXT.replace('5', '')), 'different'],
    ['it could not be written', { write: refuse }, 'failed'],
  ] as const)('where %s', async (_why, some, copied) => {
    expect(await copyText(hostWith('unsupported'), TEXT, pageWith(some))).toBe(copied);
  });
});

it.each([
  ['take the text', 'failed', { write: () => new Promise<never>(() => undefined) }],
  ['give it back', 'not_checked', { read: () => new Promise<never>(() => undefined) }],
] as const)('a page’s clipboard that does not %s is %s', async (_, copied, some) => {
  vi.useFakeTimers();
  try {
    const copying = copyText(hostWith('unsupported'), TEXT, pageWith(some));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await copying).toBe(copied);
  } finally {
    vi.useRealTimers();
  }
});

describe('a copy of a payment link', () => {
  const link = {
    text: 'https://pay.example/7',
    linkOf: intentIdSchema.parse('11111111-2222-4333-8444-555555555555'),
  };

  it.each([
    ['link_not_safe', 'unsafe'],
    ['copy_locked', 'failed'],
    ['request_not_found', 'failed'],
  ] as const)('is not made in the page either where the desk says %s', async (code, said) => {
    const page = pageWith();
    const refusing = createClient({
      invoke: () => Promise.resolve({ ok: false, error: failure(code) }),
      subscribe: () => () => undefined,
    });
    expect(await copyLink(refusing, link, page)).toBe(said);
    expect(page.held).toEqual([]);
  });

  it('is made as any other where it is not refused', async () => {
    const page = pageWith();
    expect(await copyLink(hostWith('unsupported'), link, page)).toBe('checked');
    expect(page.held).toEqual([link.text]);
  });
});
