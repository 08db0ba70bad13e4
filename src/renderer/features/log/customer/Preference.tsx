import type { ReactNode } from 'react';

import type { CustomerPreference } from '#shared/domain/customer.ts';
import { CHANNELS, MESSAGE_LANGUAGES } from '#shared/domain/template.ts';

import { type CustomerOf, usePreferCustomer } from '../../../client/customers.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Segments } from '../../../ui/Segments.tsx';

type Props = { readonly of: CustomerOf; readonly preference: CustomerPreference };

/** What messages to this customer begin with; the desk's own choice where nothing is set. */
export function Preference({ of, preference }: Props): ReactNode {
  const say = useSay();
  const prefer = usePreferCustomer();
  const { language, channel } = prefer.isPending
    ? { ...preference, ...prefer.variables }
    : preference;
  const unset = { value: 'unset' as const, label: say('customer.preference.unset') };
  return (
    <>
      <Segments
        look="pills"
        label={say('message.language')}
        value={language ?? 'unset'}
        options={[
          unset,
          ...MESSAGE_LANGUAGES.map((value) => ({ value, label: say(`message.language.${value}`) })),
        ]}
        onChange={(value) => prefer.mutate({ ...of, language: value === 'unset' ? null : value })}
      />
      <Segments
        look="pills"
        label={say('message.channel')}
        value={channel ?? 'unset'}
        options={[
          unset,
          ...CHANNELS.map((value) => ({ value, label: say(`message.channel.${value}`) })),
        ]}
        onChange={(value) => prefer.mutate({ ...of, channel: value === 'unset' ? null : value })}
      />
      <ActionError error={prefer.error} />
    </>
  );
}
