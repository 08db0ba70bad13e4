import { IconCheck, IconDownload, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { MessageLanguage } from '#shared/domain/template.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { saveBlob } from '../../../ui/page.ts';
import type { ViewSetting } from './customerView.ts';
import type { Drawn } from './drawing.ts';
import type { AcceptedRequest } from './link.ts';
import styles from './ResultCard.module.css';

type Props = {
  readonly intentId: IntentId;
  readonly part: 'qr' | 'picture';
  readonly fileName: string;
  readonly draw: () => Promise<Drawn>;
  readonly locked: boolean;
};

type Shown = 'ready' | 'copied' | 'saved' | 'failed' | 'not_drawn' | 'not_recorded';
const DONE_SHOWN_MS = 2000;

/** Copy and save of one picture. The page cannot read a picture back from the clipboard, so that a copy is not checked. */
export function ImageButtons({ intentId, part, fileName, draw, locked }: Props): ReactNode {
  const say = useSay();
  const record = useRecordCopy(intentId);
  const [shown, setShown] = useState<Shown>('ready');
  const isDone = shown === 'copied' || shown === 'saved';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setShown('ready'), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const give = async (to: 'copied' | 'saved'): Promise<void> => {
    const drawing = draw();
    const outcome = to === 'copied' ? await copyImage(drawing) : await saveImage(fileName, drawing);
    setShown(outcome);
    if (outcome === 'failed' || outcome === 'not_drawn') return;
    const { text } = await drawing;
    if (!(await record(part, text, 'not_checked'))) setShown('not_recorded');
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={locked}
        leftSection={icon(shown === 'copied', IconPhoto)}
        onClick={() => void give('copied')}
      >
        {say(`image.${part}.copy`)}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={locked}
        leftSection={icon(shown === 'saved', IconDownload)}
        onClick={() => void give('saved')}
      >
        {say(`image.${part}.save`)}
      </Button>
      <span role="status" className={styles.imageStatus} data-done={isDone}>
        {shown !== 'ready' && say(`image.${shown}`)}
      </span>
    </>
  );
}

function icon(isDone: boolean, Ready: typeof IconPhoto): ReactNode {
  const Icon = isDone ? IconCheck : Ready;
  return <Icon size={14} aria-hidden="true" />;
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

async function saveImage(
  fileName: string,
  drawing: Promise<Drawn>,
): Promise<'saved' | 'not_drawn'> {
  try {
    saveBlob(fileName, (await drawing).png);
    return 'saved';
  } catch {
    return 'not_drawn';
  }
}

/** The language of messages to customers, and of what they are shown. */
export function useMessageLanguage(): MessageLanguage {
  const { settings } = useDesk();
  return settings.messageLanguage ?? settings.language;
}

export function useViewSetting(request: AcceptedRequest, link: string | null): ViewSetting {
  const { profiles } = useDesk();
  return {
    language: useMessageLanguage(),
    profile: profiles.find(({ id }) => id === request.profileId) ?? null,
    machineZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    link,
  };
}

/** `TEST QR D-1115-0041.png`. An order id may hold characters that a file system refuses. */
export function pictureName(what: string, { body, mode }: DepositRequest): string {
  const order = body.fields.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${mode === 'sandbox' ? 'TEST ' : ''}${what} ${order}.png`;
}
