import {
  type UseMutationResult,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';

import { type ExportOrder, type ExportState, exportOrderSchema } from '#shared/domain/logExport.ts';

import { callOrThrow } from '../../client/operation.ts';
import { LAST_EXPORT } from '../../client/csvDelimiter.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { typedStorage } from '../../client/typedStorage.ts';

/** What is chosen; the id is born with the press of the button. */
type Wish = Omit<ExportOrder, 'exportId'>;

export type Export = {
  /** The last one that was started, however long ago; null: none, or it was put away. */
  readonly order: ExportOrder | null;
  readonly state: ExportState | null;
  /** Why its state cannot be had. */
  readonly trouble: Error | null;
  readonly start: (wish: Wish) => void;
  readonly isStarting: boolean;
  readonly startError: Error | null;
  readonly cancelling: UseMutationResult<ExportState, Error, string>;
  /** What was chosen last, for the next one. */
  readonly last: Pick<ExportOrder, 'format'> | null;
  /** Puts the last one away. The file stays where it is. */
  readonly forget: () => void;
};

const ORDER_KEY = ['export-order'];
/** Events tell how far it is; this is for the one that got lost. */
const ASK_AGAIN_MS = 2000;

/** The export outlives the screen that started it, and a reload too: the desk goes on writing. */
export function useExport(): Export {
  const client = useClient();
  const cache = useQueryClient();
  const order = useOrder();
  const state = useQuery({
    queryKey: KEYS.export(order?.exportId ?? ''),
    queryFn:
      order === null
        ? skipToken
        : () => callOrThrow(client, 'export.state', { exportId: order.exportId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? ASK_AGAIN_MS : false),
  });
  const starting = useStart();
  const cancelling = useMutation({
    mutationFn: (exportId: string) => callOrThrow(client, 'export.cancel', { exportId }),
    retry: false,
    onSuccess: (answer) => void cache.setQueryData(KEYS.export(answer.exportId), answer),
  });
  return {
    order,
    state: order === null ? null : (state.data ?? null),
    trouble: order === null ? null : state.error,
    ...starting,
    cancelling,
    last: cache.getQueryData<ExportOrder>(LAST_EXPORT) ?? null,
    forget: () => {
      keepOrder(null);
      cache.setQueryData(ORDER_KEY, null);
    },
  };
}

function useStart(): Pick<Export, 'start' | 'isStarting' | 'startError'> {
  const client = useClient();
  const cache = useQueryClient();
  const [pressed, setPressed] = useState<ExportOrder | null>(null);
  const starting = useMutation({
    mutationFn: (order: ExportOrder) => callOrThrow(client, 'export.start', order),
    retry: false,
    onSuccess: (answer, order) => {
      cache.setQueryData(KEYS.export(order.exportId), answer);
      cache.setQueryData(ORDER_KEY, order);
      cache.setQueryDefaults(LAST_EXPORT, { gcTime: Number.POSITIVE_INFINITY });
      cache.setQueryData(LAST_EXPORT, order);
      keepOrder(order);
    },
  });
  return {
    start: (wish) => {
      // The desk may have taken the one whose answer was lost: the same wish keeps its id, so that it is written once.
      const isSame = starting.isError && pressed !== null && isSameWish(pressed, wish);
      const order = { ...wish, exportId: isSame ? pressed.exportId : crypto.randomUUID() };
      setPressed(order);
      starting.mutate(order);
    },
    isStarting: starting.isPending,
    startError: starting.error,
  };
}

function isSameWish(pressed: ExportOrder, wish: Wish): boolean {
  const { exportId: _, ...wished } = pressed;
  return JSON.stringify(wished) === JSON.stringify(wish);
}

function useOrder(): ExportOrder | null {
  const { data } = useQuery<ExportOrder | null>({
    queryKey: ORDER_KEY,
    queryFn: skipToken,
    initialData: keptOrder,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

const STORAGE_KEY = 'export';

function keepOrder(order: ExportOrder | null): void {
  if (order === null) typedStorage().removeItem(STORAGE_KEY);
  else typedStorage().setItem(STORAGE_KEY, JSON.stringify(order));
}

function keptOrder(): ExportOrder | null {
  try {
    const kept = exportOrderSchema.safeParse(
      JSON.parse(typedStorage().getItem(STORAGE_KEY) ?? 'null'),
    );
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}
