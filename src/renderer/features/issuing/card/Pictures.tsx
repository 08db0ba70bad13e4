import { type ReactNode, useEffect, useState } from 'react';

import { sandboxLine } from '#shared/domain/message/wording.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { useMessageChoice } from '../../../client/messageChoice.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { saveFile } from '../../../ui/page.ts';
import { ActionStatus } from './CardButtons.tsx';
import type { AcceptedRequest } from './rules.ts';

type QrItems = { readonly items: readonly MenuItem[]; readonly status: ReactNode };
type Shown = 'ready' | 'copied' | 'saved' | 'failed' | 'not_drawn' | 'not_recorded';
const DONE_SHOWN_MS = 2000;
const WAYS = [
  { to: 'saved', word: 'save' },
  { to: 'copied', word: 'copy' },
] as const;

/**
 * The link as a QR code, to be handed on as a picture. The page cannot read a picture back from the clipboard, so that a copy is
 * not checked.
 */
export function useQrItems(request: AcceptedRequest, link: string | null): QrItems {
  const say = useSay();
  const { language } = useMessageChoice(request).choice;
  const record = useRecordCopy(request.intentId);
  const [shown, setShown] = useState<Shown>('ready');
  const isDone = shown === 'copied' || shown === 'saved';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setShown('ready'), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const give = async (to: 'copied' | 'saved'): Promise<void> => {
    const notice = request.mode === 'sandbox' ? sandboxLine(language) : null;
    const png = drawQr(link ?? '', notice);
    const name = pictureName(request);
    const outcome = to === 'copied' ? await copyImage(png) : await saveImage(name, png);
    setShown(outcome);
    if (outcome === 'failed' || outcome === 'not_drawn') return;
    if (!(await record('qr', link ?? '', 'not_checked'))) setShown('not_recorded');
  };
  return {
    items: WAYS.map(({ to, word }) => ({
      label: say(`image.qr.${word}`),
      onChoose: () => void give(to),
    })),
    status: (
      <ActionStatus
        text={shown === 'ready' ? '' : say(`image.${shown}`)}
        tone={shown === 'saved' ? 'good' : isDone ? 'plain' : 'trouble'}
      />
    ),
  };
}

async function drawQr(link: string, notice: string | null): Promise<Blob> {
  const { qrPicture } = await import('../../../ui/qrPicture.ts');
  return qrPicture(link, notice);
}

async function copyImage(png: Promise<Blob>): Promise<'copied' | 'failed'> {
  try {
    // The promise itself: a browser lets a page write only while the press that asked for it is fresh.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return 'copied';
  } catch {
    return 'failed';
  }
}

async function saveImage(name: string, png: Promise<Blob>): Promise<'saved' | 'not_drawn'> {
  try {
    saveFile(name, [await png]);
    return 'saved';
  } catch {
    return 'not_drawn';
  }
}

/** `TEST QR D-1115-0041.png`. An order id may hold characters that a file system refuses. */
function pictureName({ body, mode }: AcceptedRequest): string {
  const order = body.fields.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${mode === 'sandbox' ? 'TEST ' : ''}QR ${order}.png`;
}
