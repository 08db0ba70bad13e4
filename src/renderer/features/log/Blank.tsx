import type { ReactNode } from 'react';

import { May } from '../../client/deskContext.ts';
import { useIsLogReadable } from '../../client/health.ts';
import { EVERYTHING, type LogLook } from '../../client/logLook.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { isNarrowed } from './look.ts';
import { useLoadSample } from './queries.ts';

type EmptyProps = { readonly words?: 'log.empty' | 'overview.empty' };

/** A log that cannot be read is not an empty one. */
export function EmptyLog({ words = 'log.empty' }: EmptyProps): ReactNode {
  const say = useSay();
  const readable = useIsLogReadable();
  const sample = useLoadSample();
  return (
    <div className="dashed blank">
      <h2 className="text-18 ink bold">{say(`${readable ? words : 'log.noLog'}.title`)}</h2>
      <p>{say(`${readable ? words : 'log.noLog'}.text`)}</p>
      {readable && (
        <div className="row wrap center gap-8">
          <May to="issue">
            <Button href="/">{say('log.empty.step')}</Button>
          </May>
          <May to="supervise">
            <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate({})}>
              {say('log.empty.sample')}
            </Button>
          </May>
        </div>
      )}
      <May to="supervise">
        {readable && <p className="text-12">{say('log.empty.sampleHint')}</p>}
      </May>
      <ActionError error={sample.error} />
    </div>
  );
}

type Props = { readonly look: LogLook; readonly onChange: (look: LogLook) => void };

/** The range is what is forgotten most often, so it goes first. */
export function NoMatch({ look, onChange }: Props): ReactNode {
  const say = useSay();
  const isRanged = look.range.kind !== 'all';
  const isAlsoNarrowed = isNarrowed(look);
  const word = isRanged ? (isAlsoNarrowed ? 'ranged' : 'range') : 'narrowed';
  return (
    <div className="dashed blank" role="status">
      <h2 className="text-18 ink bold">{say('log.noMatch.title')}</h2>
      <p>{say(`log.noMatch.${word}`)}</p>
      <Button
        variant="default"
        onClick={() =>
          onChange(
            isRanged ? { ...look, range: EVERYTHING.range } : { ...EVERYTHING, sort: look.sort },
          )
        }
      >
        {say(isRanged ? 'log.noMatch.allDays' : 'log.clearAll')}
      </Button>
    </div>
  );
}
