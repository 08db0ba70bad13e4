import { type ReactNode, useId } from 'react';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLasting } from '../../../ui/hooks.ts';
import { type Sent, intentOf, useSentForms } from '../form/sentForms.ts';
import { WhyNotIssued } from '../form/WhyNotIssued.tsx';

/** Most are recorded by then, or back in the form. */
const SHOWN_AFTER_MS = 300;

/** Above the requests in Now: what has left the form and is not recorded. */
export function SentCards(): ReactNode {
  const { profile } = useDesk();
  return useSentForms()
    .list.filter(({ profileId }) => profileId === profile.id)
    .map((sent) => <SentCard key={intentOf(sent)} sent={sent} />);
}

function SentCard({ sent }: { readonly sent: Sent }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { change } = useSentForms();
  const headingId = useId();
  const { deposit, failure, profileId } = sent;
  const { cents, currency, customer } = deposit.fields;
  const name = customer.trim() === '' ? say('card.noCustomer') : hide(customer.trim());
  const amount = hide(moneyText(cents ?? 0, currency, language));
  if (!useLasting(true, SHOWN_AFTER_MS)) return null;
  return (
    <div role="group" aria-labelledby={headingId} className="panel stack gap-12 pad-16-20 below-12">
      <h3 id={headingId} className="text-14 bold breakable">
        {name} · {amount}
      </h3>
      {failure === null ? (
        <p className="text-13 muted">{say('now.recording')}</p>
      ) : (
        <WhyNotIssued
          failure={failure}
          of={{ deposit, profileId }}
          actions={
            <Button
              size="xs"
              variant="default"
              onClick={() => change(intentOf(sent), { isWanted: true })}
            >
              {say('now.putBack')}
            </Button>
          }
        />
      )}
    </div>
  );
}
