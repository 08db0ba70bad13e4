import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { useDesk } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { KeyCap } from '../ui/KeyCap.tsx';
import { sectionModifier, useWindowKey } from '../ui/keys.ts';
import styles from './Navigation.module.css';
import { SECTIONS, isSection } from './sections.ts';

export function Navigation({ unknownCount }: { readonly unknownCount: number }): ReactNode {
  const say = useSay();
  const modifier = sectionModifier(useDesk().info.host);
  const [location, navigate] = useLocation();
  useWindowKey((event) => {
    const section = SECTIONS.find((candidate) => candidate.code === event.code);
    if (section === undefined || !modifier.held(event)) return;
    event.preventDefault();
    navigate(section.path);
  });
  return (
    <nav className={styles.nav} aria-label={say('nav.label')}>
      <ul>
        {SECTIONS.map(({ path, word, icon: Icon, digit }) => (
          <li key={path}>
            <Link
              href={path}
              className={styles.link}
              title={say(word)}
              aria-keyshortcuts={`${modifier.aria}+${digit}`}
              {...(isSection(path, location) ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <span className={styles.word}>{say(word)}</span>
              {path === '/log' && unknownCount > 0 && (
                <span className={styles.badge} aria-hidden="true">
                  {unknownCount}
                </span>
              )}
              <span className={styles.cap}>
                <KeyCap>{`${modifier.name} ${digit}`}</KeyCap>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
