import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Picture as Bill } from '#shared/domain/picture.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ExternalLink } from '../../desk/outside/ExternalLink.tsx';
import styles from './BillViewer.module.css';

type Props = {
  readonly request: Pick<DepositRequest, 'intentId' | 'profileId'>;
  /** Null when it must not be opened from here. */
  readonly link: string | null;
  readonly onClose: () => void;
};

/**
 * The bill's picture. The desk has fetched it and looked at its bytes; this page never asks the provider for anything, and its
 * policy would not let it. The bytes travel in the address of the picture: that is all the policy allows.
 */
export function BillViewer({ request, link, onClose }: Props): ReactNode {
  const { intentId, profileId } = request;
  const say = useSay();
  const client = useClient();
  const bill = useQuery({
    queryKey: KEYS.bill(intentId),
    queryFn: () => callOrThrow(client, 'bill.fetch', { intentId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <div
      role="group"
      className={`${styles.viewer} stack gap-8 pad-12 framed round-8 on-soft`}
      aria-label={say('bill.title')}
    >
      {bill.isPending && <Skeleton height={160} aria-label={say('bill.loading')} />}
      {bill.error !== null && (
        <LoadError
          error={bill.error}
          retry={() => void bill.refetch()}
          retrying={bill.isFetching}
        />
      )}
      {bill.data !== undefined && <Picture bill={bill.data} />}
      <div className="row wrap gap-8">
        {link !== null && (
          <ExternalLink
            address={link}
            profileId={profileId}
            label={say('bill.browser')}
            locked={false}
          />
        )}
        <Button size="xs" variant="default" onClick={onClose}>
          {say('bill.close')}
        </Button>
      </div>
    </div>
  );
}

function Picture({ bill }: { readonly bill: Bill }): ReactNode {
  const say = useSay();
  return (
    <img
      className={`${styles.picture} fit round-6`}
      src={`data:${bill.type};base64,${bill.base64}`}
      width={bill.width}
      height={bill.height}
      alt={say('bill.alt')}
    />
  );
}
