import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { useNow } from '../../ui/hooks.ts';
import { LastStatement, useLastStatement } from '../statements/LastStatement.tsx';
import { Columns } from './chart/Columns.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { type OverviewModel, type Scope, modelOf } from './model.ts';
import styles from './Overview.module.css';
import { stepText } from './overviewText.ts';
import { Panel } from './Panel.tsx';
import { personLines } from './personLines.ts';
import { Outcomes, Parts } from './panels/Parts.tsx';
import { People } from './panels/People.tsx';
import { Unknowns } from './panels/Unknowns.tsx';
import type { Counted } from './queries.ts';

type Props = {
  readonly counted: Counted;
  readonly currency: Scope['currency'];
  /** What is shown answers an older question. */
  readonly isOld: boolean;
};

const AGES_EVERY_MS = 30_000;

export function Content({ counted, currency, isOld }: Props): ReactNode {
  const nowMs = useNow(AGES_EVERY_MS);
  const { overview, profileId, range, personId } = counted;
  const say = useSay();
  const scope = { profileId, range, currency, personId };
  const model = modelOf(overview, scope);
  const { oldest } = overview.unknowns;
  const isOfAll = personId === undefined;
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
        {isOfAll && (
          <>
            <Callbacks callbacks={model.callbacks} />
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
    <Panel isWide title={title} hint={say(`overview.overTime.${step}`)}>
      <Columns label={title} columns={model.columns} text={text} />
    </Panel>
  );
}

function Callbacks({ callbacks }: Pick<OverviewModel, 'callbacks'>): ReactNode {
  const say = useSay();
  const { taken, repeated } = callbacks;
  return (
    <Parts
      title={say('overview.callbacks')}
      hint={say('overview.callbacks.hint')}
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
