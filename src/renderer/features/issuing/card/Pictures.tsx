import { IconCheck, IconDownload, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { saveBlob } from '../../../ui/page.ts';
import type { Drawn } from './drawing.ts';
import { useMessageLanguage, useViewSetting } from './hooks.ts';
import styles from './ResultCard.module.css';
import type { AcceptedRequest } from './rules.ts';

const QrCode = lazy(async () => ({ default: (await import('../../../ui/QrCode.tsx')).QrCode }));

type LinkProps = { readonly request: AcceptedRequest; readonly link: string };

/** The link to be scanned from this screen, or handed on as a picture. */
export function QrPanel({ request, link }: LinkProps): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const language = useMessageLanguage(request);
  return (
    <div className={styles.qr}>
      {!privacy.on && (
        <Suspense fallback={<div className={styles.qrSpace} />}>
          <QrCode text={link} label={say('link.qr')} />
        </Suspense>
      )}
      <ImageButtons
        request={request}
        part="qr"
        draw={async () => (await import('./drawing.ts')).drawLink(request, link, language)}
        locked={false}
      />
    </div>
  );
}

type RequisitesProps = {
  readonly request: AcceptedRequest;
  readonly link: string | null;
  readonly locked: boolean;
};

/** Everything that the customer needs to pay, as one picture. */
export function RequisitesPicture({ request, link, locked }: RequisitesProps): ReactNode {
  const setting = useViewSetting(request, link);
  return (
    <ImageButtons
      request={request}
      part="picture"
      draw={async () => (await import('./drawing.ts')).drawRequisites(request, setting)}
      locked={locked}
    />
  );
}

type ButtonsProps = {
  readonly request: DepositRequest;
  readonly part: 'qr' | 'picture';
  readonly draw: () => Promise<Drawn>;
  readonly locked: boolean;
};

type Shown = 'ready' | 'copied' | 'saved' | 'failed' | 'not_drawn' | 'not_recorded';
const DONE_SHOWN_MS = 2000;
const WAYS = [
  { to: 'copied', word: 'copy', Icon: IconPhoto },
  { to: 'saved', word: 'save', Icon: IconDownload },
] as const;

/** Copy and save of one picture. The page cannot read a picture back from the clipboard, so that a copy is not checked. */
function ImageButtons({ request, part, draw, locked }: ButtonsProps): ReactNode {
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
  return (
    <>
      {WAYS.map(({ to, word, Icon }) => (
        <Button
          key={to}
          size="xs"
          variant="default"
          disabled={locked}
          leftSection={
            shown === to ? (
              <IconCheck size={14} aria-hidden="true" />
            ) : (
              <Icon size={14} aria-hidden="true" />
            )
          }
          onClick={() => void give(to)}
        >
          {say(`image.${part}.${word}`)}
        </Button>
      ))}
      <span role="status" className={`text-12 medium ${styles.imageStatus}`} data-done={isDone}>
        {shown !== 'ready' && say(`image.${shown}`)}
      </span>
    </>
  );
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
    saveBlob(name, (await drawing).png);
    return 'saved';
  } catch {
    return 'not_drawn';
  }
}

/** `TEST QR D-1115-0041.png`. An order id may hold characters that a file system refuses. */
function pictureName(part: ButtonsProps['part'], { body, mode }: DepositRequest): string {
  const order = body.fields.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${mode === 'sandbox' ? 'TEST ' : ''}${part === 'qr' ? 'QR' : 'requisites'} ${order}.png`;
}
