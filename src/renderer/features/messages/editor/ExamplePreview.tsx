import { type ReactNode, useState } from 'react';

import { serves } from '#shared/domain/message/chooseWording.ts';
import { exampleValues } from '#shared/domain/message/example.ts';
import { render } from '#shared/domain/message/render.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Segments } from '../../../ui/Segments.tsx';
import styles from './Editor.module.css';
import type { Slot } from './slot.ts';

type Props = { readonly text: string; readonly slot: Slot };

/** The wording with an example's values, as it is being typed. */
export function ExamplePreview({ text, slot }: Props): ReactNode {
  const say = useSay();
  const { purpose } = slot;
  const [asked, setAsked] = useState<'requisites' | 'link' | null>(null);
  const payable =
    asked ?? (serves(text, 'requisites') || !serves(text, 'link') ? 'requisites' : 'link');
  const kind = purpose === 'payment' ? payable : purpose;
  const shown = render(text, exampleValues(kind, slot.language), slot.channel);
  return (
    <section className={`${styles.preview} stack fluid gap-8`} aria-label={say('wording.preview')}>
      {purpose === 'payment' && (
        <Segments
          look="pills"
          label={say('wording.example')}
          value={payable}
          options={[
            { value: 'requisites', label: say('wording.example.requisites') },
            { value: 'link', label: say('wording.example.link') },
          ]}
          onChange={setAsked}
        />
      )}
      {serves(text, kind) ? (
        <>
          <pre className="code full sans text-13">{shown.text}</pre>
          {shown.second !== null && (
            <>
              <p className="text-12 muted">{say('message.then')}</p>
              <pre className="code full sans text-13">{shown.second}</pre>
            </>
          )}
        </>
      ) : (
        <p className="text-12 muted">
          {say(
            kind === 'requisites' || kind === 'link'
              ? `wording.notFor.${kind}`
              : 'wording.notFor.followUp',
          )}
        </p>
      )}
    </section>
  );
}
