import { type QueryClient, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { z } from 'zod';

import type { Client } from '#shared/contract/client.ts';
import type { CustomerRecord, PastRequest } from '#shared/domain/customer.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';

import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { decoded, encoded } from './logLook.ts';
import { type Answer, type Mutation, callOrThrow, useAnswer, useOperation } from './operation.ts';

/** Long enough that going back over what was typed asks nothing anew, short enough that the last request is in it. */
const FRESH_MS = 2000;
const LONGEST_ASKED = 255;

export function useSuggestions(
  profileId: ProfileId,
  text: string,
  isWanted: boolean,
): Answer<'customer.suggest'> {
  return useAnswer('customer.suggest', { profileId, text }, KEYS.suggestions(profileId, text), {
    enabled: isWanted && text.length <= LONGEST_ASKED,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

const NONE: readonly PastRequest[] = [];

/** Requests for exactly this customer, newest first. An empty text asks nothing. */
export function useRecalled(profileId: ProfileId, customer: string): readonly PastRequest[] {
  return usePast(profileId, customer) ?? NONE;
}

/** Undefined while it is loading. */
function usePast(profileId: ProfileId, customer: string): readonly PastRequest[] | undefined {
  const key = KEYS.past(profileId, 'customer', customer);
  const { data } = useAnswer('customer.recall', { profileId, customer }, key, {
    enabled: customer !== '',
    staleTime: 0,
  });
  return customer === '' ? undefined : data;
}

export const NO_CUSTOMERS: ReadonlySet<string> = new Set();

/** Which of at most two texts are customers of the profile. None until all were looked up. */
export function useKnownCustomers(
  profileId: ProfileId,
  [one = '', two = '']: readonly string[],
): ReadonlySet<string> {
  const first = usePast(profileId, one);
  const asked = usePast(profileId, two);
  const second = two === '' ? NONE : asked;
  return useMemo(() => {
    if (first === undefined || second === undefined) return NO_CUSTOMERS;
    const known = [first.length > 0 ? one : '', second.length > 0 ? two : ''];
    return new Set(known.filter((text) => text !== ''));
  }, [first, second, one, two]);
}

/** Requests under exactly this order id, newest first. */
export function useOrderUses(profileId: ProfileId, orderId: string): readonly PastRequest[] {
  const key = KEYS.past(profileId, 'order', orderId);
  const { data } = useAnswer('order.uses', { profileId, orderId }, key, {
    enabled: orderId !== '',
    staleTime: 0,
  });
  return orderId === '' ? NONE : (data ?? NONE);
}

const linkSchema = z.strictObject({ profileId: profileIdSchema, customer: z.string().min(1) });

/** A customer by the exact name, as a profile issued for them. */
export type CustomerOf = z.infer<typeof linkSchema>;

/** The address of the customer's page. */
export function customerHref(profileId: ProfileId, customer: string): string {
  return `/customer/${encoded(JSON.stringify({ profileId, customer }))}`;
}

/** Null: a damaged address. */
export function customerOfLink(link: string): CustomerOf | null {
  try {
    return linkSchema.parse(JSON.parse(decoded(link)));
  } catch {
    return null;
  }
}

/** What operators recorded about a customer. Events say when another page changed it. */
export const customerQuery = (client: Client, of: CustomerOf) =>
  queryOptions({
    queryKey: KEYS.customer(of.profileId, of.customer),
    queryFn: (): Promise<CustomerRecord> => callOrThrow(client, 'customer.record', of),
    enabled: of.customer !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCustomerRecord = (of: CustomerOf): Answer<'customer.record'> =>
  useQuery(customerQuery(useClient(), of));

/** Counted anew when one of the customer's requests changes. */
export function useCustomerFigures(of: CustomerOf): Answer<'customer.figures'> {
  const client = useClient();
  const key = KEYS.customerFigures(of.profileId, of.customer);
  const figures = useAnswer('customer.figures', of, key, { staleTime: 0 });
  const recount = useEffectEvent(() => void figures.refetch());
  const { profileId, customer } = of;
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.name === 'requests.changed' && event.profileId === profileId) recount();
        if (event.name !== 'request.changed') return;
        const { request } = event;
        if (request.profileId === profileId && request.body.fields.customer === customer) recount();
      }),
    [client, profileId, customer],
  );
  return figures;
}

const keepRecord = (cache: QueryClient, record: CustomerRecord, of: CustomerOf): unknown =>
  cache.setQueryData(KEYS.customer(of.profileId, of.customer), record);

export const usePreferCustomer = (): Mutation<'customer.prefer'> =>
  useOperation('customer.prefer', keepRecord);

export const useNoteCustomer = (): Mutation<'customer.note'> =>
  useOperation('customer.note', keepRecord);
