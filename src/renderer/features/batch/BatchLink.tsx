import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { NamedBatch } from '#shared/domain/batch.ts';
import type { BatchPlace } from '#shared/domain/ids.ts';

import { KEYS } from '../../client/keys.ts';
import { type Answer, useAnswer } from '../../client/operation.ts';
import { type Language, type Say, useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { batchHref, batchName } from './batchText.ts';

/** A batch keeps its name. One that is not in the log has none. */
export function useBatchNames(batchIds: readonly string[]): Answer<'batch.names'> {
  return useAnswer('batch.names', { batchIds }, KEYS.batchNames(batchIds), {
    enabled: batchIds.length > 0,
    staleTime: Infinity,
  });
}

/** With its time: the same file name comes every day. */
export function batchLabel(batch: NamedBatch, language: Language, say: Say): string {
  return `${batchName(batch, say)} · ${dayTimeText(batch.createdAt, language)}`;
}

type Props = { readonly place: BatchPlace };

/** Which row of which batch a request was issued for. */
export function BatchLink({ place: { batchId, row } }: Props): ReactNode {
  const say = useSay();
  const { data } = useBatchNames([batchId]);
  const [named] = data ?? [];
  return (
    <Link href={batchHref(batchId)}>
      {named === undefined
        ? say('batch.place.unnamed', { row })
        : say('batch.place', { name: batchName(named, say), row })}
    </Link>
  );
}
