import { type ReactNode, useState } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { WordBadge, useStateWords } from '../../ui/StateBadge.tsx';
import { useNow } from '../../ui/hooks.ts';
import { LastStatement, useLastStatement } from '../statements/LastStatement.tsx';
import { Columns } from './chart/Columns.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { type OverviewModel, type Scope, modelOf } from './model.ts';
import styles from './Overview.module.css';
import { stepText, withinText } from './overviewText.ts';
import { Panel } from './Panel.tsx';
import { personLines } from './personLines.ts';
import { LimitsChanges } from './panels/LimitsChanges.tsx';
import { Outcomes, Parts } from './panels/Parts.tsx';
import { People } from './panels/People.tsx';
import { Unknowns } from './panels/Unknowns.tsx';
import type { Counted } from './queries.ts';
import { ColumnsTable } from './tables.tsx';

type Props = {
  readonly counted: Counted;
  readonly currency: Scope['currency'];
  /** What is shown answers an older question. */
  readonly isOld: boolean;
};

const AGES_EVERY_MS = 30_000;

export function Content({ counted, currency, isOld }: Props): ReactNode {
  const nowMs = useNow(AGES_EVERY_MS);
  const { overview, profileId, range, of } = counted;
  const say = useSay();
  const scope = { profileId, range, currency, of };
  const model = modelOf(overview, scope);
  const { oldest } = overview.unknowns;
  const isOfAll = of === undefined;
  return (
    <div className={`${styles.content} stack gap-16`} data-old={isOld} aria-busy={isOld}>
      {!isOfAll && <p className="text-13 muted">{say('overview.scoped')}</p>}
      <KeyFigures
        model={model}
        oldest={oldest[0]?.createdAt ?? null}
        nowMs={nowMs}
        isOfAll={isOfAll}
      />
      <div className={`${styles.panels} stack gap-16`}>
        <OverTime model={model} step={overview.step} nowMs={nowMs} />
        <Outcomes outcomes={model.outcomes} />
        <Unknowns unknowns={model.unknowns} oldest={oldest} nowMs={nowMs} />
        <AnswerTimes parts={model.answerTimes} />
        <CallbackTimes parts={model.callbackTimes} />
        <States key={JSON.stringify([profileId, range, currency, of])} states={model.states} />
        {isOfAll && (
          <>
            <Callbacks callbacks={model.callbacks} />
            <LimitsChanges limits={overview.limits} />
            <Statements profileId={profileId} />
            <People lines={personLines(overview, scope)} />
          </>
        )}
      </div>
    </div>
  );
}

/** Not there before the first statement of the profile. */
function Statements({ profileId }: Pick<Counted, 'profileId'>): ReactNode {
  const say = useSay();
  const statement = useLastStatement(profileId);
  if (statement === null || statement === undefined) return null;
  return (
    <Panel title={say('statement.last')} hint={say('statement.last.hint')}>
      <LastStatement statement={statement} />
    </Panel>
  );
}

type OverTimeProps = {
  readonly model: OverviewModel;
  readonly step: Counted['overview']['step'];
  readonly nowMs: number;
};

function OverTime({ model, step, nowMs }: OverTimeProps): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const text = stepText(step, profile, settings.language, nowMs);
  const title = say('overview.overTime');
  return (
    <Panel
      size="wide"
      title={title}
      hint={say(`overview.overTime.${step}`)}
      table={
        <ColumnsTable
          caption={say('overview.table.of', { chart: title })}
          columns={model.columns}
          outcomes={model.outcomes}
          total={model.requests}
          text={text}
        />
      }
    >
      <Columns label={title} columns={model.columns} text={text} />
    </Panel>
  );
}

function AnswerTimes({ parts }: { readonly parts: OverviewModel['answerTimes'] }): ReactNode {
  const say = useSay();
  return (
    <Parts
      title={say('overview.answerTimes')}
      hint={withinText(
        parts.map(({ key, count }) => [key, count]),
        say,
      )}
      heading={say('overview.time')}
      parts={parts}
      nameOf={(time) => say(`log.answerTime.${time}`)}
      none={say('overview.answerTimes.none')}
    />
  );
}

function CallbackTimes({ parts }: { readonly parts: OverviewModel['callbackTimes'] }): ReactNode {
  const say = useSay();
  return (
    <Parts
      title={say('overview.callbackTimes')}
      hint={withinText(
        parts.flatMap(({ key, count }) => (key === 'none' ? [] : [[key, count] as const])),
        say,
      )}
      heading={say('overview.time')}
      parts={parts}
      nameOf={(time) => say(`log.callbackTime.${time}`)}
      isApart={(time) => time === 'none'}
      none={say('overview.callbackTimes.none')}
    />
  );
}

/** Most frequent first, and then in their places: nothing changes its place under the reader because a number grew. */
function States({ states }: Pick<OverviewModel, 'states'>): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const words = useStateWords();
  const [order, setOrder] = useState<readonly string[]>(() => states.map(({ key }) => key));
  const fresh = states.map(({ key }) => key).filter((key) => !order.includes(key));
  if (fresh.length > 0) setOrder([...order, ...fresh]);
  const placed = states.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
  return (
    <Parts
      title={say('overview.states')}
      hint={say('overview.states.hint')}
      heading={say('overview.state')}
      parts={placed}
      nameOf={(word) => <WordBadge word={word} known={words(profile.id, word)} />}
      none={say('overview.states.none')}
    />
  );
}

function Callbacks({ callbacks }: Pick<OverviewModel, 'callbacks'>): ReactNode {
  const say = useSay();
  const { taken, repeated } = callbacks;
  return (
    <Parts
      title={say('overview.callbacks')}
      hint={say('overview.callbacks.hint')}
      heading={say('overview.taken')}
      counted={say('overview.table.callbacks')}
      parts={taken}
      nameOf={(one) => say(`inbox.taken.${one}`)}
      none={say('overview.callbacks.none')}
      foot={
        repeated > 0 && (
          <p className="text-12 muted">
            {say('overview.callbacks.repeated', { count: repeated, shown: countText(repeated) })}
          </p>
        )
      }
    />
  );
}
