import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { AbsentForm } from './AbsentForm.tsx';
import { FoundForm } from './FoundForm.tsx';
import { useResolve } from '../../../client/requests.ts';
import { ReissueForm } from './ReissueForm.tsx';

const KINDS = ['found', 'absent', 'reissue'] as const;

type Props = {
  readonly request: Extract<DepositRequest, { outcome: 'unknown' }>;
  readonly onClose: () => void;
};

/** In the card, not above it: what was asked for stays in view while the provider is asked. */
export function ResolvePanel({ request, onClose }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const resolve = useResolve();
  const panel = useRef<HTMLElement>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number]>('found');
  const { order_id: order } = request.body.fields;
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => panel.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  return (
    <section
      ref={panel}
      className="stack narrow gap-12 pad-16 framed-control round-8 on-ground"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.code !== 'Escape') return;
        // In the log Escape would close the whole request.
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="row wrap baseline between gap-4-12">
        <h4 id={`${id}-title`} className="text-14 bold breakable">
          {say('resolve.title', { order })}
        </h4>
        <Button size="compact-xs" variant="subtle" tone="quiet" onClick={onClose}>
          {say('resolve.close')}
        </Button>
      </div>
      <Segments
        id={`${id}-kind`}
        label={say('resolve.kind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: say(`resolve.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'found' && <FoundForm request={request} />}
      {kind === 'absent' && <AbsentForm requests={[request]} resolve={resolve} />}
      {kind === 'reissue' && <ReissueForm request={request} />}
    </section>
  );
}
