import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';

import { useLimits, useReadLimitsAgain } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { agoText } from '../../../text/time.ts';
import { ActionError, Notice, SignatureRefused } from '../../../ui/Notice.tsx';
import { SmallButton } from '../../../ui/form/Buttons.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { knobAddress, profileAddress } from '../../desk/settings/addresses.ts';
import form from '../../../ui/form/Form.module.css';
import { Block } from '../../../ui/form/Parts.tsx';

const RENEW_MS = 10_000;
/** In characters. A longer answer is shown as it came: indentation can make it a hundred times as long. */
const LONGEST_LAID_OUT = 50_000;

type Props = {
  readonly profileId: ProfileId;
  /** Undefined where the answer is no JSON. */
  readonly answer: unknown;
};

/** The answer as the provider wrote it, indented for reading. */
export function RawAnswer({ profileId, answer }: Props): ReactNode {
  const say = useSay();
  const nowMs = useNow(RENEW_MS);
  const limits = useLimits(profileId);
  const again = useReadLimitsAgain(profileId);
  const snapshot = limits.data?.snapshot ?? null;
  const problem = limits.data?.problem ?? null;
  const problemAnswer = limits.data?.problemAnswer ?? '';
  const raw = snapshot?.raw ?? '';
  const read =
    snapshot === null ? [] : [say('limits.read', { ago: agoText(snapshot.readAt, nowMs, say) })];
  const isJson = answer !== undefined;
  const shownText = useMemo(
    () => (isJson && raw.length <= LONGEST_LAID_OUT ? JSON.stringify(answer, null, 2) : raw),
    [isJson, answer, raw],
  );
  return (
    <Block
      title={[say('limitsMap.raw'), ...read].join(' · ')}
      actions={
        <SmallButton
          icon={<IconRefresh size={14} aria-hidden="true" />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {say('limits.again')}
        </SmallButton>
      }
    >
      <ActionError error={again.error ?? limits.error} />
      {problem !== null && (
        <Notice tone="unknown" title={say('limitsMap.problem')}>
          {say('failure.detail', { detail: problem })}
          {limits.data?.problemStatus === 401 && (
            <SignatureRefused
              secret={profileAddress(profileId, 'secret')}
              lab={knobAddress(profileId, 'signature')}
            />
          )}
          {problemAnswer.trim() !== '' && (
            <details>
              <summary>{say('limits.raw')}</summary>
              <pre className={`code framed ${form.code}`}>{problemAnswer}</pre>
            </details>
          )}
        </Notice>
      )}
      {snapshot === null ? (
        <p className="dashed text-13">
          {say(limits.isPending ? 'limits.reading' : 'limitsMap.noAnswer')}
        </p>
      ) : (
        <>
          {!isJson && <Notice tone="unknown">{say('limitsMap.notJson')}</Notice>}
          {/* Scrolls by itself, so the keyboard must reach it. */}
          <LongText text={shownText} label={say('limitsMap.raw')}>
            {(shown) => (
              <pre
                className={`code framed ${form.code}`}
                tabIndex={0}
                aria-label={say('limitsMap.raw')}
              >
                {shown}
              </pre>
            )}
          </LongText>
        </>
      )}
    </Block>
  );
}
