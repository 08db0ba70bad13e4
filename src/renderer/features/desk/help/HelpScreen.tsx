import { Markdown } from 'markdown-to-jsx/react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

import { useActionDesk } from '../../../client/actions.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useCommands, useShortcut } from '../../../shell/useCommands.ts';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { type Guide, guideHref, guidesIn, slugOf } from './guides.ts';
import styles from './Help.module.css';

type Props = { readonly guideId: string | null; readonly section: string | null };

/** The guides of the repository. Everything is on this machine: help must work where the network does not. */
export function HelpScreen({ guideId, section }: Props): ReactNode {
  const say = useSay();
  const guides = guidesIn(useDesk().settings.language);
  const shown = guides.find(({ id }) => id === guideId) ?? guides[0];
  return (
    <div className={styles.page}>
      <div className="screen-head">
        <h1 className="text-18 bold">{say('command.help.open')}</h1>
      </div>
      <div className={`${styles.columns} stack gap-24`}>
        <div>
          <nav aria-label={say('help.guides')} className={styles.nav}>
            <ul>
              {guides.map((guide) => (
                <Entry key={guide.id} guide={guide} isShown={guide === shown} section={section} />
              ))}
            </ul>
          </nav>
          <More />
        </div>
        {shown !== undefined && <GuideText key={shown.id} guide={shown} section={section} />}
      </div>
    </div>
  );
}

type EntryProps = {
  readonly guide: Guide;
  readonly isShown: boolean;
  readonly section: string | null;
};

function Entry({ guide, isShown, section }: EntryProps): ReactNode {
  const current = { 'aria-current': 'page' } as const;
  return (
    <li lang={guide.language}>
      <Link
        href={guideHref(guide)}
        className="entry"
        {...(isShown && section === null ? current : {})}
      >
        {guide.title}
      </Link>
      {isShown && (
        <ul className={styles.sections}>
          {guide.sections.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                href={guideHref(guide, slug)}
                className="entry text-13"
                {...(slug === section ? current : {})}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type TextProps = { readonly guide: Guide; readonly section: string | null };

function GuideText({ guide, section }: TextProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  useEffect(() => {
    const heading = section === null ? null : document.getElementById(idOf(section));
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  }, [section]);
  return (
    <article
      className={`${styles.article} panel breakable`}
      aria-labelledby="help-guide"
      lang={guide.language}
    >
      <h2 id="help-guide" className="text-18 bold">
        {guide.title}
      </h2>
      {guide.language !== language && (
        <p className="muted" lang={language}>
          {say('help.onlyEnglish')}
        </p>
      )}
      <Markdown options={OPTIONS}>{guide.text}</Markdown>
    </article>
  );
}

/** A section's id cannot be that of another part of the page. */
const idOf = (slug: string): string => `guide-${slug}`;

const OPTIONS = {
  forceBlock: true,
  disableParsingRawHTML: true,
  slugify: (title: string) => idOf(slugOf(title)),
  // The page has the first heading, the guide's title is the second.
  overrides: {
    h2: { component: 'h3' },
    h3: { component: 'h4' },
    a: NoLink,
    img: NoPicture,
    table: GuideTable,
  },
} as const;

/** Pictures are of this very desk, in English. */
function NoPicture(): null {
  return null;
}

type PartProps = { readonly children?: ReactNode };

/** Guides refer to other files of the repository, which are not in the app. */
function NoLink({ children }: PartProps): ReactNode {
  return children;
}

function GuideTable({ children }: PartProps): ReactNode {
  return (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  );
}

function More(): ReactNode {
  const say = useSay();
  const desk = useActionDesk();
  const commands = useCommands();
  const { cap, aria } = useShortcut('shortcuts.open');
  return (
    <ul className="above-12 ruled">
      <li>
        <button
          type="button"
          className="entry"
          aria-keyshortcuts={aria}
          onClick={() => desk.run('shortcuts.open')}
        >
          {say('help.keys')} <KeyCap>{cap}</KeyCap>
        </button>
      </li>
      <li>
        <button
          type="button"
          className="entry"
          onClick={() => commands.perform('diagnostics.save')}
        >
          {say('command.diagnostics.save')}
        </button>
      </li>
      <li>
        <Link href="/settings/about" className="entry">
          {say('command.about.open')}
        </Link>
      </li>
    </ul>
  );
}
