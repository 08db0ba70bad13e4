import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk, useMay } from '../../../client/deskContext.ts';
import { useWaiting } from '../../../client/eyes.ts';
import { useIsLogReadable } from '../../../client/health.ts';
import { useIsUnheard } from '../../../client/listener.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { useJoinedTeam } from '../../../client/team.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { LoadError } from '../../../ui/Notice.tsx';
import { ENTER_NAME, MOD_NAME } from '../../../ui/keys.ts';
import { Late, onDemand } from '../../../ui/onDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSentForms } from '../form/sentForms.ts';

const WAITING = <Skeleton height={188} />;

/** Cards are half of the first screen's code, and nothing in them is needed to type. */
const cards = onDemand(async () => (await import('./CardList.tsx')).CardList, WAITING);
const sentCards = onDemand(async () => (await import('./SentCards.tsx')).SentCards, null);
const waitingCards = onDemand(
  async () => (await import('../../eyes/WaitingCards.tsx')).WaitingCards,
  null,
);
const paperCards = onDemand(
  async () => (await import('../../papers/PaperCards.tsx')).PaperCards,
  null,
);
const count = onDemand(async () => (await import('./CardList.tsx')).NowCount, null);

/** Requests in flight, unknowns, and the last ten. A result never takes focus or clipboard. */
export function NowStrip(): ReactNode {
  const say = useSay();
  const now = useNowRequests(useDesk().profile.id);
  // The sample day was never issued: there is nothing to hand on.
  const requests = now.data?.filter(({ sample }) => sample !== true);
  return (
    <section className="narrow" aria-labelledby="now-title">
      <div className="row baseline between below-12">
        <h2 id="now-title" className="text-14 bold">
          {say('now.title')}
        </h2>
        {requests !== undefined && requests.length > 0 && <count.Part requests={requests} />}
      </div>
      {now.data === undefined && now.error === null && WAITING}
      <Late>
        <CardsAhead />
      </Late>
      {now.error !== null && (
        <LoadError error={now.error} retry={() => void now.refetch()} retrying={now.isFetching} />
      )}
      <UnderWay />
      <WaitingForSecond />
      <Late>
        <WaitingElsewhere />
      </Late>
      {requests !== undefined && <Unheard requests={requests} />}
      {requests !== undefined && <Cards requests={requests} />}
    </section>
  );
}

/** What has left the form and is not recorded, while there is any. */
function UnderWay(): ReactNode {
  return useSentForms().list.length > 0 ? <sentCards.Part /> : null;
}

/** Above the requests: what a second person has to approve first. */
function WaitingForSecond(): ReactNode {
  const { data } = useWaiting();
  return data !== undefined && data.cards.length > 0 ? <waitingCards.Part waiting={data} /> : null;
}

/** The same of other desks of the team, for a person who may be the second one. */
function WaitingElsewhere(): ReactNode {
  const mayApprove = useMay('approve');
  const { hasPeople } = useDesk().session;
  const isJoined = useJoinedTeam() !== null;
  return mayApprove && hasPeople && isJoined ? <paperCards.Part /> : null;
}

/** Once for all of them: why their states stay as they were answered. */
function Unheard({ requests }: { readonly requests: readonly DepositRequest[] }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const isUnheard = useIsUnheard(profile.id);
  const isAsAnswered = requests.some(
    ({ outcome, heard }) => outcome === 'accepted' && heard === undefined,
  );
  if (!isUnheard || !isAsAnswered) return null;
  return (
    <p className="below-12 text-13 muted">
      {say('heard.never')}{' '}
      <Link href={`/settings/profile/${profile.id}/callbacks`}>{say('heard.listener')}</Link>
    </p>
  );
}

function Cards({ requests }: { readonly requests: readonly DepositRequest[] }): ReactNode {
  const say = useSay();
  const readable = useIsLogReadable();
  if (requests.length === 0 && !readable) {
    return (
      <div className="dashed blank">
        <p>{say('now.noLog')}</p>
      </div>
    );
  }
  if (requests.length === 0) {
    return (
      <div className="dashed blank">
        <h3 className="text-14 bold ink">{say('now.empty.title')}</h3>
        <p>{say('now.empty.text', { keys: `${MOD_NAME} ${ENTER_NAME}` })}</p>
      </div>
    );
  }
  return <cards.Part requests={requests} />;
}

/** There before the first request is issued: its card is shown at once, also where the desk does not answer any more. */
function CardsAhead(): null {
  useEffect(() => {
    void cards.load();
    void sentCards.load();
  }, []);
  return null;
}
