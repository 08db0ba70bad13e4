import { type ReactNode, useId, useState } from 'react';

import {
  MAX_RETENTION_DAYS,
  MIN_RETENTION_DAYS,
  type Retention as Retained,
  retentionDaysSchema,
} from '#shared/domain/retention.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { type Mutation, useAnswer, useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { ActionError, Notice, QueryError } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Block, Form } from '../../../ui/form/Parts.tsx';
import { Button } from '../../../ui/Button.tsx';

const useSetRetention = (): Mutation<'log.setRetention'> =>
  useOperation('log.setRetention', (cache, retention) =>
    cache.setQueryData(KEYS.retention, retention),
  );

/** How long requisites are kept. The operator sees how many requests it concerns before anything is erased. */
export function Retention(): ReactNode {
  const say = useSay();
  const retention = useAnswer('log.retention', {}, KEYS.retention, { staleTime: 0 });
  return (
    <Block title={say('retention.title')} text={say('retention.text')}>
      <QueryError of={retention} />
      {retention.data !== undefined && <Setting retention={retention.data} />}
    </Block>
  );
}

function Setting({ retention }: { readonly retention: Retained }): ReactNode {
  const say = useSay();
  const id = useId();
  const { language } = useDesk().settings;
  const { days, setAt, operator, jump } = retention;
  const preview = useOperation('log.retentionPreview');
  const set = useSetRetention();
  const [typed, setTyped] = useState(days === null ? '' : String(days));
  const [isAsked, setAsked] = useState(false);
  const read = retentionDaysSchema.safeParse(Number(typed));
  const range = { min: MIN_RETENTION_DAYS, max: MAX_RETENTION_DAYS };
  const ask = (): void => {
    setAsked(true);
    if (!read.success) document.getElementById(id)?.focus();
    else preview.mutate({ days: read.data });
  };
  const isPreviewed = preview.data !== undefined && preview.variables.days === read.data;
  return (
    <>
      <p role="status">
        {days === null ? say('retention.off') : say('retention.on', { days })}{' '}
        {setAt !== null && operator !== null && (
          <span className="muted">
            {say('retention.setBy', {
              operator: operator.name,
              time: dayTimeText(setAt, language),
            })}
          </span>
        )}
      </p>
      {jump !== null && (
        <Notice tone="unknown" title={say('retention.jump')}>
          {say('retention.jump.text', {
            from: dayTimeText(jump.from, language),
            to: dayTimeText(jump.to, language),
          })}
        </Notice>
      )}
      <Form className="stack gap-12" onSubmit={ask}>
        <TextField
          id={id}
          label={say('retention.days')}
          error={isAsked && !read.success ? say('retention.days.wrong', range) : null}
          inputMode="numeric"
          value={typed}
          onText={setTyped}
        />
        <div className="row wrap middle gap-8">
          <Button type="submit" variant="default" loading={preview.isPending}>
            {say('retention.preview')}
          </Button>
          {days !== null && (
            <Button
              variant="default"
              loading={set.isPending && set.variables.days === null}
              onClick={() => set.mutate({ days: null, shownAt: null })}
            >
              {say('retention.stop')}
            </Button>
          )}
        </div>
      </Form>
      <ActionError error={preview.error ?? set.error} />
      {isPreviewed && read.success && (
        <Confirm
          days={read.data}
          preview={preview.data}
          set={set}
          onClose={() => preview.reset()}
        />
      )}
    </>
  );
}

type ConfirmProps = {
  readonly days: number;
  readonly preview: { readonly requests: number; readonly at: string };
  readonly set: Mutation<'log.setRetention'>;
  readonly onClose: () => void;
};

function Confirm({ days, preview, set, onClose }: ConfirmProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { requests: count, at: shownAt } = preview;
  return (
    <Notice
      tone="unknown"
      title={say('retention.confirm', { count })}
      actions={
        <div className="row wrap middle gap-8">
          <Button
            loading={set.isPending}
            onClick={() => set.mutate({ days, shownAt }, { onSuccess: onClose })}
          >
            {say('retention.do', { days })}
          </Button>
          <Button variant="default" onClick={onClose}>
            {say('retention.cancel')}
          </Button>
        </div>
      }
    >
      {say('retention.confirm.text', { date: dayTimeText(shownAt, language) })}
    </Notice>
  );
}
