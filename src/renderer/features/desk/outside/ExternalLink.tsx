import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { onDemand } from '../../../ui/onDemand.tsx';
import styles from './ExternalLink.module.css';
import { type LinkVerdict, useLinkVerdict } from './queries.ts';

const ask = onDemand(async () => (await import('./AskToOpen.tsx')).AskToOpen, null);

type Props = {
  /** As it came: the desk judges it, and says what is opened. */
  readonly address: string;
  readonly label: string;
  /** As for copying: the operator must confirm something first. */
  readonly locked: boolean;
};

/**
 * The one way out of the page. In the application every window that the page opens goes through its one way out, which asks by
 * itself; in a browser no host stands in between, so until the operator has agreed to the host there is no address here that a
 * middle click or a drag could take.
 */
export function ExternalLink({ address, label, locked }: Props): ReactNode {
  const { data: verdict } = useLinkVerdict(address);
  if (verdict?.verdict === 'refused') return <Refused label={label} reason={verdict.reason} />;
  if (locked || verdict === undefined) {
    return (
      <span role="link" aria-disabled="true" className={styles.link}>
        {label}
      </span>
    );
  }
  return <Way verdict={verdict} label={label} />;
}

type WayProps = {
  readonly verdict: Exclude<LinkVerdict, { verdict: 'refused' }>;
  readonly label: string;
};

function Way({ verdict, label }: WayProps): ReactNode {
  const { host } = useDesk().info;
  const [asking, setAsking] = useState(false);
  const content = (
    <>
      {label}
      <IconExternalLink size={14} aria-hidden="true" />
    </>
  );
  if (verdict.verdict === 'open' || host.kind === 'electron') {
    return (
      <a
        className={styles.link}
        href={verdict.address}
        target="_blank"
        rel="noreferrer noopener"
        draggable={false}
      >
        {content}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        role="link"
        aria-haspopup="dialog"
        className={styles.link}
        onClick={() => setAsking(true)}
        onPointerEnter={() => void ask.load()}
      >
        {content}
      </button>
      {asking && <ask.Part verdict={verdict} onClose={() => setAsking(false)} />}
    </>
  );
}

type RefusedProps = {
  readonly label: string;
  readonly reason: Extract<LinkVerdict, { verdict: 'refused' }>['reason'];
};

function Refused({ label, reason }: RefusedProps): ReactNode {
  const say = useSay();
  return (
    <span className="text-12 unknown medium">
      {label}: {say(`outside.refused.${reason}`)}
    </span>
  );
}
