import type { ReactNode } from 'react';

import type { ExportState } from '#shared/domain/logExport.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { ActionError } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './Export.module.css';
import { shareOf } from './exportText.ts';
import type { Export } from './useExport.ts';

type Props = { readonly state: ExportState; readonly cancelling: Export['cancelling'] };

export function Running({ state, cancelling }: Props): ReactNode {
  const say = useSay();
  const { written, total } = state;
  const share = shareOf(state);
  const text =
    total === null
      ? say('export.counting', { written: countText(written) })
      : say('export.written', { written: countText(written), total: countText(total) });
  return (
    <div className="stack gap-12 narrow">
      <div>
        <p className={`${styles.progressText} row between gap-12 medium`}>
          <span>{text}</span>
          {share !== null && <span className="muted">{`${share}\u00a0%`}</span>}
        </p>
        <div
          role="progressbar"
          aria-label={say('export.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={text}
          {...(share === null ? {} : { 'aria-valuenow': share })}
          className={styles.track}
          data-counting={share === null}
        >
          <div className={styles.bar} style={{ inlineSize: `${share ?? 0}%` }} />
        </div>
      </div>
      <ActionError error={cancelling.error} />
      <div className="row wrap middle gap-8">
        <Button
          size="xs"
          variant="default"
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate(state.exportId)}
        >
          {say('export.cancel')}
        </Button>
        <p className="text-12 muted">{say('export.leave')}</p>
      </div>
    </div>
  );
}
