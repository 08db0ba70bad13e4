import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconInbox,
  IconList,
  IconPlus,
  IconStack2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { useDesk } from '../client/deskContext.ts';
import { useAttentionCount, useRecountAttention } from '../client/attention.ts';
import { useSay } from '../i18n/i18n.ts';
import { type Matches, matchesText } from '../text/numbers.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import styles from './Navigation.module.css';
import { SECTIONS, isOffered, isSection } from './shortcuts.ts';
import { useShortcut } from './useCommands.ts';

type Section = (typeof SECTIONS)[number];

const ICONS: Readonly<Record<Section['path'], typeof IconPlus>> = {
  '/': IconPlus,
  '/log': IconList,
  '/inbox': IconInbox,
  '/overview': IconChartBar,
  '/batch': IconStack2,
  '/settings': IconAdjustmentsHorizontal,
};

export function Navigation(): ReactNode {
  const say = useSay();
  const attention = useAttentionCount({ withoutSamples: true });
  useRecountAttention();
  const [location] = useLocation();
  const { permissions } = useDesk().session;
  return (
    <nav className={styles.nav} aria-label={say('nav.label')}>
      <ul>
        {SECTIONS.filter(({ path }) => isOffered(path, permissions)).map((section) => (
          <li key={section.path}>
            <SectionLink
              section={section}
              isCurrent={isSection(section.path, location)}
              badge={section.path === '/log' ? attention : null}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LinkProps = {
  readonly section: Section;
  readonly isCurrent: boolean;
  readonly badge: Matches | null;
};

function SectionLink({ section, isCurrent, badge }: LinkProps): ReactNode {
  const say = useSay();
  const { path, word } = section;
  const Icon = ICONS[path];
  const { cap, aria } = useShortcut(`go.${path}`);
  return (
    <Link
      href={path}
      className={`${styles.link} entry relative medium`}
      title={say(word)}
      aria-keyshortcuts={aria}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={`${styles.word} grow nowrap`}>{say(word)}</span>
      {badge !== null && badge.count > 0 && (
        <span className={`${styles.badge} badge amber centered`} aria-hidden="true">
          {matchesText(badge)}
        </span>
      )}
      <span className={`${styles.cap} muted`}>
        <KeyCap>{cap}</KeyCap>
      </span>
    </Link>
  );
}
