import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { onDemand } from '../../../ui/onDemand.tsx';
import styles from './ExternalLink.module.css';
import { type LinkVerdict, useLinkVerdict } from './queries.ts';

const ask = onDemand(async () => (await import('./AskToOpen.tsx')).AskToOpen, null);

type Props = {
  /** As it came: the desk judges it, and says what is opened. */
  readonly address: string;
  /** Of the request it came with. */
  readonly profileId: ProfileId;
  readonly label: string;
  /** As for copying: the operator must confirm something first. */
  readonly locked: boolean;
};

type WayOut = {
  /** Null until the desk has judged it, and where the operator has to agree to its host first. */
  readonly href: string | null;
  readonly ask: (() => void) | null;
  /** In words: why it leads nowhere. */
  readonly refused: ReactNode;
  readonly question: ReactNode;
};

/**
 * The one way out of the page. In the application every window that the page opens goes through its one way out, which asks by
 * itself; in a browser no host stands in between, so until the operator has agreed to the host there is no address here that a
 * middle click or a drag could take.
 */
export function useWayOut(address: string | null, profileId: ProfileId, label: string): WayOut {
  const { host } = useDesk().info;
  const { data: verdict } = useLinkVerdict(address, profileId);
  const [asking, setAsking] = useState(false);
  const none = { href: null, ask: null, refused: null, question: null };
  if (verdict === undefined) return none;
  if (verdict.verdict === 'refused') {
    return { ...none, refused: <Refused label={label} reason={verdict.reason} /> };
  }
  if (verdict.verdict === 'open' || host.kind === 'electron') {
    return { ...none, href: verdict.address };
  }
  const question = asking && <ask.Part verdict={verdict} onClose={() => setAsking(false)} />;
  return { ...none, ask: () => setAsking(true), question };
}

export function ExternalLink({ address, profileId, label, locked }: Props): ReactNode {
  const way = useWayOut(address, profileId, label);
  if (way.refused !== null) return way.refused;
  const content = (
    <>
      {label}
      <IconExternalLink size={14} aria-hidden="true" />
    </>
  );
  if (!locked && way.href !== null) {
    return (
      <a
        className="pill round-8"
        href={way.href}
        target="_blank"
        rel="noreferrer noopener"
        draggable={false}
      >
        {content}
      </a>
    );
  }
  if (locked || way.ask === null) {
    return (
      <span role="link" aria-disabled="true" className={`${styles.link} pill round-8`}>
        {label}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        role="link"
        aria-haspopup="dialog"
        className="pill round-8"
        onClick={way.ask}
        onPointerEnter={() => void ask.load()}
      >
        {content}
      </button>
      {way.question}
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
