import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { useActionDesk } from '../../../client/actions.ts';
import { useUpdateSettings } from '../../../client/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useSay } from '../../../i18n/i18n.ts';
import { useCommands, useShortcut } from '../../../shell/useCommands.ts';
import { ActionError, LoadError } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ARTICLES, type Article, stepKey } from './articles.ts';
import styles from './Help.module.css';
import { type HelpSay, useHelpWords } from './words.ts';

type Props = { readonly articleId: string | null };

/** Short articles by what is to be done. Everything is on this machine: help must work where the network does not. */
export function HelpScreen({ articleId }: Props): ReactNode {
  const { say, error, retry, retrying } = useHelpWords();
  const [first] = ARTICLES;
  const shown = ARTICLES.find(({ id }) => id === articleId) ?? first;
  if (error !== null) return <LoadError error={error} retry={retry} retrying={retrying} />;
  if (say === null) return <Skeleton height={320} />;
  return (
    <div className={styles.page}>
      <div className="screen-head">
        <h1 className="text-18 bold">{say('help.title')}</h1>
      </div>
      <div className={`${styles.columns} stack gap-24`}>
        <div>
          <nav aria-label={say('help.articles')} className={styles.nav}>
            <ul>
              {ARTICLES.map(({ id }) => (
                <li key={id}>
                  <Link
                    href={`/help/${id}`}
                    className="entry"
                    {...(id === shown.id ? { 'aria-current': 'page' as const } : {})}
                  >
                    {say(`help.${id}.title`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <More say={say} />
        </div>
        <ArticleText article={shown} say={say} />
      </div>
    </div>
  );
}

function ArticleText({
  article,
  say,
}: {
  readonly article: Article;
  readonly say: HelpSay;
}): ReactNode {
  return (
    <article className={`${styles.article} panel`} aria-labelledby="help-article">
      <h2 id="help-article" className="text-18 bold">
        {say(`help.${article.id}.title`)}
      </h2>
      <p className="muted">{say(`help.${article.id}.lead`)}</p>
      <ol className={`${styles.steps} stack gap-12`}>
        {article.steps.map((step) => (
          <li key={step}>{say(stepKey(article, step))}</li>
        ))}
      </ol>
      <Button href={article.href} variant="default">
        {say(`help.${article.id}.link`)}
      </Button>
    </article>
  );
}

function More({ say }: { readonly say: HelpSay }): ReactNode {
  const desk = useActionDesk();
  const commands = useCommands();
  const sayDesk = useSay();
  const update = useUpdateSettings();
  const [, navigate] = useLocation();
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
          onClick={() => update.mutate({ tourDone: false }, { onSuccess: () => navigate('/') })}
        >
          {say('help.tour')}
        </button>
        <ActionError error={update.error} />
      </li>
      <li>
        <button
          type="button"
          className="entry"
          onClick={() => commands.perform('diagnostics.save')}
        >
          {sayDesk('command.diagnostics.save')}
        </button>
      </li>
      <li>
        <Link href="/settings/about" className="entry">
          {say('help.about')}
        </Link>
      </li>
    </ul>
  );
}
