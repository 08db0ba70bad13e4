import { type ReactNode, useId, useState } from 'react';

import { catchUp } from '../../../client/applyEvent.ts';
import { May, useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import { SelectBox } from '../../../ui/TextBox.tsx';
import { PinEntry } from '../../people/PinEntry.tsx';
import { PinWords } from '../../people/PinWords.tsx';
import type { TypedHandOverText } from './FreeText.tsx';
import { Section } from './Section.tsx';

type Props = { readonly message: TypedHandOverText };

/** The last step at a desk with people: the next person types their PIN here, and the page is theirs from then on. */
export function NextPerson({ message }: Props): ReactNode {
  return (
    <May to="issue">
      <PinWords>
        <AcceptForm message={message} />
      </PinWords>
    </May>
  );
}

function AcceptForm({ message }: Props): ReactNode {
  const say = useSay();
  const nameId = useId();
  const { person, choices } = useDesk().session;
  const [chosenId, setChosenId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const accept = useOperation('handOver.accept', (cache, session) => {
    // Before the next person's own storage takes its place.
    message.forget();
    cache.setQueryData(KEYS.session, session);
    void catchUp(cache);
  });
  if (person === null) return null;
  const others = choices.filter(({ personId }) => personId !== person.personId);
  const chosen = others.find(({ personId }) => personId === chosenId);
  return (
    <Section title={say('handOver.from', { name: person.name })}>
      {others.length === 0 ? (
        <p className="muted">{say('handOver.person.none')}</p>
      ) : (
        <PinEntry
          name={chosen?.name ?? ''}
          personId={chosenId}
          does={say('handOver.accept')}
          of={accept}
          isFirst={false}
          check={() => {
            setMissing(chosen === undefined);
            return chosen !== undefined;
          }}
          onPin={(pin, onError) =>
            accept.mutate({ personId: chosenId, pin, text: message.changed }, { onError })
          }
        >
          <Field
            id={nameId}
            label={say('handOver.person')}
            hint={say('handOver.accept.hint')}
            error={isMissing ? say('handOver.person.missing') : null}
          >
            {(control) => (
              <SelectBox
                {...control}
                value={chosenId}
                onChange={({ currentTarget }) => {
                  setChosenId(currentTarget.value);
                  setMissing(false);
                }}
              >
                <option value="">{say('handOver.person.choose')}</option>
                {others.map(({ personId, name, isLocked }) => (
                  <option key={personId} value={personId} disabled={isLocked}>
                    {isLocked ? say('people.locked.name', { name }) : name}
                  </option>
                ))}
              </SelectBox>
            )}
          </Field>
        </PinEntry>
      )}
    </Section>
  );
}
