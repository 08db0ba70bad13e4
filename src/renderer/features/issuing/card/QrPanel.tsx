import type { ReactNode } from 'react';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { ImageButtons, pictureName, useMessageLanguage } from './ImageButtons.tsx';
import type { AcceptedRequest } from './link.ts';
import styles from './ResultCard.module.css';

type Props = { readonly request: AcceptedRequest; readonly link: string };

/** The link to be scanned from this screen, or handed on as a picture. */
export function QrPanel({ request, link }: Props): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const language = useMessageLanguage();
  return (
    <div className={styles.qr}>
      {!privacy.on && <QrCode text={link} label={say('link.qr')} />}
      <ImageButtons
        intentId={request.intentId}
        part="qr"
        fileName={pictureName('QR', request)}
        draw={async () => (await import('./drawing.ts')).drawLink(request, link, language)}
        locked={false}
      />
    </div>
  );
}
