import type { ReactNode } from 'react';

import type { Backup, LogHealth } from '#shared/domain/logHealth.ts';
import { assertNever } from '#shared/domain/result.ts';

import { May, useDesk, useMay } from '../../../client/deskContext.ts';
import {
  useAcknowledgeRestore,
  useHealth,
  useRestore,
  useRestoring,
} from '../../../client/health.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import {
  backupText,
  fetchedFacts,
  missingText,
  restoringText,
  unprovenFacts,
} from '../../../text/logHealth.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './HealthBanner.module.css';
import { HeldAnswers } from './HeldAnswers.tsx';

/** Across the whole window, on every screen: something keeps the desk from issuing, or would be lost with it. */
export function HealthBanner(): ReactNode {
  const health = useHealth().data;
  const held = health?.heldAnswers ?? 0;
  if (health === undefined || (health.state === 'ok' && held === 0)) return null;
  return (
    <section className={styles.banner} data-state={health.state} aria-labelledby="health-title">
      <div className={`${styles.content} stack gap-8`}>
        <HealthText health={health} />
        <May to="issue">{held > 0 && <HeldAnswers count={held} />}</May>
      </div>
    </section>
  );
}

type Ill<State extends LogHealth['state']> = Extract<LogHealth, { state: State }>;

function HealthText({ health }: { readonly health: LogHealth }): ReactNode {
  switch (health.state) {
    case 'ok':
      return <Unplaced />;
    case 'damaged':
      return <Damaged health={health} />;
    case 'restored':
      return <Restored health={health} />;
    case 'not_writing':
      return <NotWriting health={health} />;
    default:
      return assertNever(health);
  }
}

function Title({ word }: { readonly word: WordKey }): ReactNode {
  const say = useSay();
  return (
    <div role="alert">
      <h2 id="health-title" className="text-18 bold">
        {say(word)}
      </h2>
    </div>
  );
}

function Damaged({ health }: { readonly health: Ill<'damaged'> }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { damage, newestBackup: backup, own } = health;
  return (
    <>
      <Title word="health.title" />
      <p className="bold">{say(`health.damage.${damage}`)}</p>
      <p>
        {say(nextOf(health))} {say('health.nothing')}
      </p>
      <Facts
        facts={[
          ['health.file', health.file],
          ...(health.setAside === null ? [] : ([['health.setAside', health.setAside]] as const)),
          ['health.detail', health.detail],
        ]}
      />
      {health.setAside === null && damage !== 'missing' && damage !== 'moved' && (
        <p>{say('health.inPlace')}</p>
      )}
      {own !== undefined && (
        <div className={`${styles.offer} stack gap-8`}>
          <Facts
            facts={[
              ['health.own', backupText(own.offer, language, say)],
              ['health.missing', missingText(own.missing, language, say)],
              ...unprovenFacts(own.unproven, say),
            ]}
          />
          <RestoreButton backup={own.offer} />
        </div>
      )}
      {backup !== null && (
        <div className={`${styles.offer} stack gap-8`}>
          <Facts
            facts={[
              ['health.backup', backupText(backup, language, say)],
              ['health.missing', missingText(health.missing, language, say)],
              ...unprovenFacts(health.unproven, say),
            ]}
          />
          <RestoreButton backup={backup} isSecond={own !== undefined} />
        </div>
      )}
    </>
  );
}

/** A file that was left in place is well or may be: then a backup is not what helps. */
function nextOf({ damage, newestBackup, own }: Ill<'damaged'>): WordKey {
  switch (damage) {
    case 'read_only':
    case 'newer_schema':
    case 'permission_denied':
    case 'cannot_open':
    case 'disk_full':
    case 'moved':
      return `health.next.${damage}`;
    case 'corrupt':
    case 'truncated':
    case 'zero_length':
    case 'missing':
    case 'missing_wal':
    case 'not_a_log':
      if (own !== undefined) {
        return newestBackup === null ? 'health.next.own' : 'health.next.choose';
      }
      return newestBackup === null ? 'health.next.noBackup' : 'health.next.restore';
    default:
      return assertNever(damage);
  }
}

type RestoreProps = {
  readonly backup: Backup;
  /** Another one, which lacks less, is offered above it. */
  readonly isSecond?: boolean;
};

function RestoreButton({ backup, isSecond = false }: RestoreProps): ReactNode {
  const say = useSay();
  const mayRestore = useMay('restore');
  const restore = useRestore();
  const restoring = useRestoring();
  if (!mayRestore) return null;
  return (
    <>
      <div className="row wrap middle gap-8">
        <Button
          size="sm"
          variant={isSecond ? 'default' : 'filled'}
          loading={restore.isPending}
          onClick={() => restore.mutate({ name: backup.name })}
        >
          {say(backup.kind === 'own' ? 'health.own.restore' : 'health.restore')}
        </Button>
        <span role="status" className="muted text-13">
          {restore.isPending && restoringText(restoring, say)}
        </span>
      </div>
      <ActionError error={restore.error} />
    </>
  );
}

function Restored({ health }: { readonly health: Ill<'restored'> }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const acknowledge = useAcknowledgeRestore();
  return (
    <>
      <Title word="health.restored.title" />
      <p>
        {say(
          health.fetched === undefined || health.missing !== null
            ? 'health.restored.text'
            : 'health.restored.fetchedText',
        )}
      </p>
      <Facts
        facts={[
          ['health.restored.from', backupText(health.from, language, say)],
          ...fetchedFacts(health.fetched, say),
          ['health.restored.missing', missingText(health.missing, language, say)],
          ...unprovenFacts(health.unproven, say),
        ]}
      />
      <May to="restore">
        <div>
          <Button size="sm" loading={acknowledge.isPending} onClick={() => acknowledge.mutate({})}>
            {say('health.restored.acknowledge')}
          </Button>
        </div>
      </May>
      <ActionError error={acknowledge.error} />
    </>
  );
}

/** A restored log has no place for what is held: nothing else is wrong. */
function Unplaced(): ReactNode {
  const say = useSay();
  return (
    <>
      <Title word="health.unplaced.title" />
      <p>{say('health.unplaced.text')}</p>
    </>
  );
}

function NotWriting({ health }: { readonly health: Ill<'not_writing'> }): ReactNode {
  const say = useSay();
  return (
    <>
      <Title word="health.notWriting.title" />
      <p>{say(health.held > 0 ? 'health.notWriting.text' : 'health.notWriting.try')}</p>
      {health.detail !== '' && <Facts facts={[['health.detail', health.detail]]} />}
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [WordKey, string])[] }): ReactNode {
  const say = useSay();
  return (
    <dl className={`${styles.facts} stack text-13 gap-2 ink`}>
      {facts.map(([word, value]) => (
        <div key={word} className="fact">
          <dt>{say(word)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
