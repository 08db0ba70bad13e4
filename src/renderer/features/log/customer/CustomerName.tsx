import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { ProfileId } from '#shared/domain/ids.ts';

import { customerHref } from '../../../client/customers.ts';
import { usePrivacy } from '../../../client/deskContext.ts';

type Props = { readonly profileId: ProfileId; readonly customer: string };

/** A customer's name, which opens the customer's page. */
export function CustomerName({ profileId, customer }: Props): ReactNode {
  const { hide } = usePrivacy();
  return (
    <Link href={customerHref(profileId, customer)} className="plain-link">
      {hide(customer)}
    </Link>
  );
}
