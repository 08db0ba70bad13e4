import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconInbox,
  IconList,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { useSay } from '../i18n/i18n.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import styles from './Navigation.module.css';
import { SECTIONS, isSection } from './shortcuts.ts';
import { useShortcut } from './useCommands.ts';

type Section = (typeof SECTIONS)[number];

const ICONS: Readonly<Record<Section['path'], typeof IconPlus>> = {
  '/': IconPlus,
  '/log': IconList,
  '/inbox': IconInbox,
  '/overview': IconChartBar,
  '/settings': IconAdjustmentsHorizontal,
};

export function Navigation({ unknownCount }: { readonly unknownCount: number }): ReactNode {
  const say = useSay();
  const [location] = useLocation();
  return (
    <nav className={styles.nav} aria-label={say('nav.label')}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.path}>
            <SectionLink
              section={section}
              isCurrent={isSection(section.path, location)}
              badge={section.path === '/log' ? unknownCount : 0}
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
  readonly badge: number;
};

function SectionLink({ section, isCurrent, badge }: LinkProps): ReactNode {
  const say = useSay();
  const { path, word } = section;
  const Icon = ICONS[path];
  const { cap, aria } = useShortcut(`go.${path}`);
  return (
    <Link
      href={path}
      className={styles.link}
      title={say(word)}
      aria-keyshortcuts={aria}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={styles.word}>{say(word)}</span>
      {badge > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {badge}
        </span>
      )}
      <span className={styles.cap}>
        <KeyCap>{cap}</KeyCap>
      </span>
    </Link>
  );
}
