import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';

const TABS = [
  { name: 'requests', path: '/log' },
  { name: 'statements', path: '/log/statements' },
] as const;

type Props = { readonly chosen: (typeof TABS)[number]['name'] };

/** The two lists of the Log: what the desk issued, and what the provider says about it. */
export function LogTabs({ chosen }: Props): ReactNode {
  const say = useSay();
  const mayCompare = useMay('resolve');
  const tabs = TABS.filter(({ name }) => mayCompare || name !== 'statements');
  return (
    <div role="group" className="row gap-4" aria-label={say('log.tabs')}>
      {tabs.map(({ name, path }) => (
        <Link
          key={name}
          href={path}
          className="pill"
          {...(name === chosen ? { 'aria-current': 'true' as const } : {})}
        >
          {say(`log.tab.${name}`)}
        </Link>
      ))}
    </div>
  );
}
