import type { QueryClient } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import {
  type Closed,
  type Message,
  type MessageSetting,
  type NoMessage,
  composeFollowUp,
  composeMessage,
} from '#shared/domain/message/compose.ts';
import {
  type FollowUpKind,
  type PayableRequest,
  followUpsFor,
  isPayable,
} from '#shared/domain/message/followUp.ts';
import {
  type DepositRequest,
  type WhyNotHandedOn,
  whyNotHandedOn,
} from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { Template } from '#shared/domain/template.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { copyText, recordCopy } from '../../client/clipboard.ts';
import type { MessageChoice } from '../../client/messageChoice.ts';
import { type Concern, type CopyOutcome, planCopy } from './copyPlan.ts';
import { type MessageDesk, settingFor } from './queries.ts';
import { changeMessageState, messageStateOf } from './state.ts';

type WhyNotCopied =
  | NoMessage
  | 'not_now'
  | Exclude<WhyNotHandedOn, 'erased' | 'nothing'>
  | 'no_wording'
  | 'failed';

export type CopyReport =
  | {
      readonly kind: 'copied';
      readonly step: 'first' | 'second';
      readonly outcome: CopyOutcome;
      /** WhatsApp: what pressing again copies. */
      readonly next: 'number' | 'message' | null;
      readonly what: 'number' | 'message';
    }
  | { readonly kind: 'asked'; readonly concern: Concern; readonly closed: Closed | null }
  | { readonly kind: 'refused'; readonly why: WhyNotCopied };

export type CopyDeps = {
  readonly client: Client;
  readonly cache: QueryClient;
  readonly desk: MessageDesk;
  readonly choice: MessageChoice;
  /** Null: they could not be had, and no other wording is put in their place. */
  readonly templates: readonly Template[] | null;
  readonly nowMs: () => number;
};

const refused = (why: WhyNotCopied): CopyReport => ({ kind: 'refused', why });

/**
 * Copies the message of a request, or the follow-up that was chosen; or says why not. What went to the clipboard is recorded
 * as it is.
 */
export async function copyMessage(
  deps: CopyDeps,
  request: DepositRequest,
  chosen: FollowUpKind | null = null,
): Promise<CopyReport> {
  const { client, cache, desk, templates } = deps;
  const why = whyNotHandedOn(request);
  if (why !== null || !isPayable(request)) {
    return refused(why === null || why === 'erased' || why === 'nothing' ? 'nothing_to_pay' : why);
  }
  if (templates === null) return refused('no_wording');
  const setting = settingFor(desk, deps.choice, request, templates);
  const message =
    chosen === null
      ? composeMessage(request, setting)
      : followUp(request, chosen, setting, deps.nowMs());
  if (!message.ok) return refused(message.error);

  const { intentId } = request;
  const named = { intentId, purpose: message.value.purpose };
  const state = messageStateOf(cache, named);
  const plan = planCopy(message.value, state, {
    nowMs: deps.nowMs(),
    isChosen: chosen !== null,
    validUntil: validUntil(request, setting.profile?.requisitesValidMin ?? null),
  });
  const first = state.edited ?? message.value.text;
  if (plan.kind === 'ask') {
    const asked = { concern: plan.concern, text: first, atMs: deps.nowMs() };
    changeMessageState(cache, named, { asked });
    return { kind: 'asked', concern: plan.concern, closed: message.value.closed };
  }
  const { text, part, step } = plan;
  const copied = await copyText(client, text);
  const done = { step, text: first, atMs: deps.nowMs() };
  changeMessageState(cache, named, { asked: null, done: { ...done, outcome: copied } });
  if (copied === 'failed') return refused('failed');
  const isRecorded = await recordCopy(client, cache, { intentId, part, text, copied });
  // Of two troubles the wrong text on the clipboard is the one to be told of.
  const outcome = isRecorded || copied === 'different' ? copied : 'notRecorded';
  if (outcome !== copied) changeMessageState(cache, named, { done: { ...done, outcome } });
  const { second } = message.value;
  const isMore = step === 'first' && outcome !== 'different' && second !== null;
  return { kind: 'copied', step, outcome, what: part, next: isMore ? second.part : null };
}

/** Since the menu was opened the time may have run out, or the provider may have called back. */
function followUp(
  request: PayableRequest,
  chosen: FollowUpKind,
  setting: MessageSetting,
  nowMs: number,
): Result<Message, 'not_now'> {
  const now = followUpsFor(request, setting.profile, nowMs).find(({ kind }) => kind === chosen);
  return now === undefined ? err('not_now') : ok(composeFollowUp(request, now, setting));
}
