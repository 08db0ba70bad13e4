import { type ReactNode, useEffect, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { saveFile } from '../../../ui/page.ts';
import { ActionStatus } from './CardButtons.tsx';
import type { Drawn } from './drawing.ts';
import { useViewSetting } from './hooks.ts';
import type { AcceptedRequest } from './rules.ts';

type Part = 'qr' | 'picture';
type Picture = { readonly items: readonly MenuItem[]; readonly status: ReactNode };

/** The link as a QR code, to be handed on as a picture. */
export function useQrItems(request: AcceptedRequest, link: string | null): Picture {
  const { language } = useViewSetting(request, link);
  const draw = async (): Promise<Drawn> =>
    (await import('./drawing.ts')).drawLink(request, link ?? '', language);
  return usePictureItems(request, 'qr', draw);
}

/** Everything that the customer needs to pay, as one picture. */
export function useRequisitesPicture(request: AcceptedRequest, link: string | null): Picture {
  const setting = useViewSetting(request, link);
  return usePictureItems(request, 'picture', async () =>
    (await import('./drawing.ts')).drawRequisites(request, setting),
  );
}

type Shown = 'ready' | 'copied' | 'saved' | 'failed' | 'not_drawn' | 'not_recorded';
const DONE_SHOWN_MS = 2000;
const WAYS = [
  { to: 'saved', word: 'save' },
  { to: 'copied', word: 'copy' },
] as const;

/** Save and copy of one picture. The page cannot read a picture back from the clipboard, so that a copy is not checked. */
function usePictureItems(request: DepositRequest, part: Part, draw: () => Promise<Drawn>): Picture {
  const say = useSay();
  const record = useRecordCopy(request.intentId);
  const [shown, setShown] = useState<Shown>('ready');
  const isDone = shown === 'copied' || shown === 'saved';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setShown('ready'), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const give = async (to: 'copied' | 'saved'): Promise<void> => {
    const drawing = draw();
    const name = pictureName(part, request);
    const outcome = to === 'copied' ? await copyImage(drawing) : await saveImage(name, drawing);
    setShown(outcome);
    if (outcome === 'failed' || outcome === 'not_drawn') return;
    const { text } = await drawing;
    if (!(await record(part, text, 'not_checked'))) setShown('not_recorded');
  };
  return {
    items: WAYS.map(({ to, word }) => ({
      label: say(`image.${part}.${word}`),
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

async function copyImage(drawing: Promise<Drawn>): Promise<'copied' | 'failed'> {
  try {
    // The promise itself: a browser lets a page write only while the press that asked for it is fresh.
    const png = drawing.then((drawn) => drawn.png);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return 'copied';
  } catch {
    return 'failed';
  }
}

async function saveImage(name: string, drawing: Promise<Drawn>): Promise<'saved' | 'not_drawn'> {
  try {
    saveFile(name, [(await drawing).png]);
    return 'saved';
  } catch {
    return 'not_drawn';
  }
}

/** `TEST QR D-1115-0041.png`. An order id may hold characters that a file system refuses. */
function pictureName(part: Part, { body, mode }: DepositRequest): string {
  const order = body.fields.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${mode === 'sandbox' ? 'TEST ' : ''}${part === 'qr' ? 'QR' : 'requisites'} ${order}.png`;
}
