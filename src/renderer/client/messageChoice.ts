import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import { type CustomerPreference, NO_PREFERENCE } from '#shared/domain/customer.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { Channel, MessageLanguage } from '#shared/domain/template.ts';

import { type CustomerOf, customerQuery, usePreferCustomer } from './customers.ts';
import { useClient, useDesk } from './deskContext.ts';
import { useUpdateSettings } from './queries.ts';

export type MessageChoice = { readonly language: MessageLanguage; readonly channel: Channel };

/** The customer's own choice; the desk's last one for what the customer has none of. */
export function choiceFor(
  {
    messageLanguage,
    messageChannel,
    language,
  }: Pick<Settings, 'messageLanguage' | 'messageChannel' | 'language'>,
  preference: CustomerPreference,
): MessageChoice {
  return {
    language: preference.language ?? messageLanguage ?? language,
    channel: preference.channel ?? messageChannel,
  };
}

/** Without a record that can be read the desk's choice holds. */
export async function loadPreference(
  client: Client,
  cache: QueryClient,
  request: DepositRequest,
): Promise<CustomerPreference> {
  const of = customerOf(request);
  if (of.customer === '') return NO_PREFERENCE;
  try {
    return (await cache.ensureQueryData(customerQuery(client, of))).preference;
  } catch {
    return NO_PREFERENCE;
  }
}

type ChosenHere = {
  readonly choice: MessageChoice;
  /** The customer's preference is not known yet. */
  readonly isLoading: boolean;
  /** Holds for this customer from now on, and for every customer who has no choice of their own. */
  readonly choose: (change: Partial<MessageChoice>) => void;
  readonly error: Error | null;
};

/** In what language and by what way the customer of a request is written to. */
export function useMessageChoice(request: DepositRequest): ChosenHere {
  const client = useClient();
  const cache = useQueryClient();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  const prefer = usePreferCustomer();
  const of = customerOf(request);
  const record = useQuery(customerQuery(client, of));
  const { messageLanguage = settings.messageLanguage, messageChannel = settings.messageChannel } =
    update.isPending ? update.variables : {};
  const desk = { language: settings.language, messageLanguage, messageChannel };
  return {
    choice: choiceFor(desk, record.data?.preference ?? NO_PREFERENCE),
    isLoading: of.customer !== '' && record.isPending,
    choose({ language, channel }) {
      update.mutate({
        ...(language === undefined ? {} : { messageLanguage: language }),
        ...(channel === undefined ? {} : { messageChannel: channel }),
      });
      if (of.customer === '') return;
      const change = {
        ...(language === undefined ? {} : { language }),
        ...(channel === undefined ? {} : { channel }),
      };
      const { queryKey } = customerQuery(client, of);
      // A message that is copied before the desk has answered is already in the new language.
      cache.setQueryData(queryKey, (known) =>
        known === undefined
          ? undefined
          : { ...known, preference: { ...known.preference, ...change } },
      );
      prefer.mutate(
        { ...of, ...change },
        { onError: () => void cache.invalidateQueries({ queryKey }) },
      );
    },
    error: update.error ?? prefer.error,
  };
}

/** An empty name: the request has no customer. */
function customerOf({ profileId, body }: DepositRequest): CustomerOf {
  return { profileId, customer: body.fields.customer ?? '' };
}
