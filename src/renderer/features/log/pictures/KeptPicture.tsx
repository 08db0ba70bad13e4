import type { ReactNode } from 'react';

import type { KeptPicture as Kept } from '#shared/domain/picture.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useAnswer } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { QueryError } from '../../../ui/Notice.tsx';
import styles from './KeptPicture.module.css';

/** A picture in the timeline. The desk checks its bytes against the event's hash; in privacy mode they are not even read. */
export function KeptPicture({
  picture: { sha256, width, height },
}: {
  readonly picture: Kept;
}): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  const picture = useAnswer('picture.read', { sha256 }, KEYS.picture(sha256), {
    enabled: !isPrivate,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPrivate) return <p className="text-12 muted">{say('picture.hidden')}</p>;
  return (
    <>
      <QueryError of={picture} />
      {picture.data !== undefined && (
        <img
          className={`${styles.picture} fit above-4 framed round-8`}
          src={`data:${picture.data.type};base64,${picture.data.base64}`}
          width={width}
          height={height}
          alt={say('picture.alt')}
        />
      )}
    </>
  );
}
