import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';

import type { Client } from '#shared/contract/client.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useAction } from '../../client/actions.ts';
import { useClient, useDesk, usePrivacy } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { CopyReport } from './copyMessage.ts';
import styles from './MessageDesk.module.css';
import { noTargetText, reportText } from './reportText.ts';
import { type LastPress, promisedAgain, rememberPress, useLastPress } from './state.ts';
import { type Attempt, type NoTarget, newestOf, pointedAt, targetOf } from './target.ts';
import { useCopyMessage } from './useCopyMessage.ts';
import { WhoseMessage } from './WhoseMessage.tsx';

const DONE_SHOWN_MS = 4000;
const TROUBLE_SHOWN_MS = 10_000;

type Said = {
  readonly text: string;
  /** Plain: copied, but the clipboard could not be read back. */
  readonly tone: 'good' | 'plain' | 'trouble';
  readonly by: LastPress['by'];
};

/** Copy message by its key, on whatever screen: of what is open or has the keyboard. Where that is unclear it asks first. */
export function MessageDesk(): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const { profile } = useDesk();
  const { copy } = useCopyMessage('key');
  const [nobody, setNobody] = useState<NoTarget | null>(null);
  const [choice, setChoice] = useState<readonly DepositRequest[] | null>(null);
  const press = useLastPress();
  const said = useSaid(press, nobody);
  const forget = useEffectEvent((): void => {
    setNobody(null);
    rememberPress(cache, null);
  });
  const tone = said?.tone;
  useEffect(() => {
    if (tone === undefined) return undefined;
    const shownMs = tone === 'trouble' ? TROUBLE_SHOWN_MS : DONE_SHOWN_MS;
    const timer = setTimeout(() => forget(), shownMs);
    return () => clearTimeout(timer);
  }, [tone, press, nobody]);

  const inNow = (): readonly DepositRequest[] =>
    cache.getQueryData<readonly DepositRequest[]>(KEYS.now(profile.id)) ?? [];
  const lastWanted = useRef('');
  const copyOrAsk = async (
    wanted: readonly IntentId[],
    promised: ReturnType<typeof promisedAgain> = null,
  ): Promise<void> => {
    lastWanted.current = wanted.join(' ');
    const read = await Promise.all(wanted.map((id) => readRequest(client, inNow(), id)));
    // Another was asked for while the log was read: this one's message must not come over that one's.
    if (lastWanted.current !== wanted.join(' ')) return;
    const found = read.filter((request) => request !== null);
    const [only] = found;
    setNobody(found.length < wanted.length ? { kind: 'unread' } : null);
    if (only === undefined || found.length < wanted.length) return;
    if (found.length > 1) setChoice(found);
    else copy(only, promised?.request.intentId === only.intentId ? promised.chosen : null);
  };

  const copyTarget = (): void => {
    // The key again is no answer to the question: it may be WhatsApp's two presses.
    if (choice !== null) return;
    const requests = inNow();
    const newest = newestOf(requests);
    const promised = promisedAgain(cache, { nowMs: Date.now(), newest });
    const target = targetOf({
      pointedAt: pointedAt(),
      requests,
      attempts: attemptsIn(cache, profile.id),
      goesOn: promised?.request.intentId ?? null,
    });
    if (target.kind === 'attempt' || target.kind === 'none') {
      setNobody(target);
      return;
    }
    void copyOrAsk(target.kind === 'request' ? [target.intentId] : target.intentIds, promised);
  };
  useAction('message.copy', copyTarget);

  return (
    <div className={styles.place}>
      {choice !== null && (
        <WhoseMessage
          requests={choice}
          onChoose={(request) => {
            setChoice(null);
            // It may have been paid while it was asked about.
            void copyOrAsk([request.intentId]);
          }}
          onClose={() => setChoice(null)}
        />
      )}
      <div role="status">
        {said !== null && choice === null && (
          <p className={said.by === 'button' ? 'spoken' : 'said'} data-tone={said.tone}>
            {said.text}
          </p>
        )}
      </div>
    </div>
  );
}

function useSaid(press: LastPress | null, nobody: NoTarget | null): Said | null {
  const say = useSay();
  const { hide } = usePrivacy();
  if (nobody !== null) {
    return { text: noTargetText(nobody, hide, say), tone: 'trouble', by: 'key' };
  }
  if (press === null) return null;
  return {
    text: reportText(press.report, hide(nameOf(press.request)), say),
    tone: toneOf(press.report),
    by: press.by,
  };
}

function toneOf(report: CopyReport): Said['tone'] {
  if (report.kind !== 'copied') return 'trouble';
  if (report.outcome === 'checked') return 'good';
  return report.outcome === 'not_checked' ? 'plain' : 'trouble';
}

/** The customer's name; a payment page may have none. */
function nameOf({ body }: DepositRequest): string {
  return body.fields.customer ?? body.fields.order_id;
}

/** Null: it is not in Now, and the log did not give it. */
async function readRequest(
  client: Client,
  requests: readonly DepositRequest[],
  intentId: IntentId,
): Promise<DepositRequest | null> {
  const shown = requests.find((request) => request.intentId === intentId);
  if (shown !== undefined) return shown;
  const history = await client.call('log.history', { intentId });
  return history.ok ? history.value.request : null;
}

const issueSchema = z.object({
  profileId: z.string(),
  deposit: z.object({
    fields: z.object({ order_id: z.string(), customer: z.string().optional() }),
  }),
});

function attemptsIn(cache: QueryClient, profileId: ProfileId): readonly Attempt[] {
  const issues = cache.getMutationCache().findAll({ mutationKey: KEYS.issue });
  return issues.flatMap(({ state }): readonly Attempt[] => {
    const issue = issueSchema.safeParse(state.variables);
    if (!issue.success || issue.data.profileId !== profileId) return [];
    if (state.status !== 'pending' && state.status !== 'error') return [];
    // It waits for a second person.
    if (state.error !== null && failureOf(state.error).code === 'approval_needed') return [];
    const { order_id: order, customer = '' } = issue.data.deposit.fields;
    const name = customer.trim() === '' ? order : customer;
    return [{ customer: name, status: state.status, atMs: state.submittedAt }];
  });
}
