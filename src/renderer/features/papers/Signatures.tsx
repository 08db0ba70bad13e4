import { type ReactNode, useState } from 'react';

import type { TeamSigners } from '#shared/domain/papers.ts';

import { useDesk, useMay } from '../../client/deskContext.ts';
import { failureOf } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Block, Facts, Panel } from '../../ui/form/Parts.tsx';
import { ActionError, Notice, QueryError } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import styles from './Papers.module.css';
import { PapersWords } from './PapersWords.tsx';
import { useMakeKey, usePapers, useSigners } from './queries.ts';
import { SignedPapers } from './SignedPapers.tsx';
import { EndKey, SignKey } from './SignKey.tsx';

/** Settings → Team: the key of the person at this page, and whose signatures count. */
export function Signatures(): ReactNode {
  return (
    <PapersWords>
      <Keys />
    </PapersWords>
  );
}

function Keys(): ReactNode {
  const say = useSay();
  const signers = useSigners();
  const { data } = signers;
  return (
    <Panel title={say('papers.keys')} text={say('papers.keys.text')}>
      <Unread of={signers} />
      {data !== undefined && (
        <>
          <OwnKey own={data.own} />
          <Trusted signers={data} />
        </>
      )}
      <SignedHere />
    </Panel>
  );
}

/** The part above says how the desk stands with the server: this one does not repeat it. */
function Unread({ of }: { readonly of: ReturnType<typeof useSigners> }): ReactNode {
  const say = useSay();
  const code = of.error === null ? null : failureOf(of.error).code;
  if (code !== 'team_unreachable' && code !== 'team_refused') return <QueryError of={of} />;
  return <Notice tone="calm">{say('papers.keys.away')}</Notice>;
}

/** Of the last week: the server keeps no more. */
function SignedHere(): ReactNode {
  const say = useSay();
  const papers = usePapers();
  const signed = (papers.data ?? []).filter(
    ({ purpose, isSignedHere }) => purpose === 'resolve' || isSignedHere,
  );
  if (signed.length === 0) return null;
  return (
    <Block title={say('papers.here')}>
      <p className="text-13 muted">{say('papers.here.text')}</p>
      <SignedPapers papers={signed} />
    </Block>
  );
}

function OwnKey({ own }: Pick<TeamSigners, 'own'>): ReactNode {
  const say = useSay();
  const make = useMakeKey();
  if (own === null) {
    return (
      <>
        <div className="row wrap middle gap-12">
          <Button loading={make.isPending} onClick={() => make.mutate({})}>
            {say('papers.key.make')}
          </Button>
          <p className="text-13 muted">{say('papers.key.make.text')}</p>
        </div>
        <ActionError error={make.error} />
      </>
    );
  }
  const { publicKey, role } = own;
  return (
    <>
      <Facts
        rows={[
          [say('papers.key'), <span className="mono breakable">{publicKey}</span>],
          ...(role === null
            ? []
            : ([[say('papers.key.role'), say(`person.role.${role}`)]] as const)),
        ]}
      />
      <div>
        <CopyButton label={say('papers.key.copy')} text={publicKey} />
      </div>
      {role === null && <Unsigned publicKey={publicKey} />}
    </>
  );
}

/** Who signs the key, and how. */
function Unsigned({ publicKey }: { readonly publicKey: string }): ReactNode {
  const say = useSay();
  const isSupervisor = useDesk().session.person?.role === 'supervisor';
  const command = `npm run team -- supervisor NAME URL --key ${publicKey} --root-key FILE --ca CA`;
  return (
    <Notice
      tone="unknown"
      title={say('papers.key.unsigned')}
      actions={
        isSupervisor ? <CopyButton label={say('papers.command.copy')} text={command} /> : null
      }
    >
      <p>{say(isSupervisor ? 'papers.key.toAdministrator' : 'papers.key.toSupervisor')}</p>
      {isSupervisor && <p className="mono text-12 breakable">{command}</p>}
    </Notice>
  );
}

/** What is open beneath the list: the form for a new key, or the question about this one. */
type Opened = 'sign' | TeamSigners['people'][number] | null;

function Trusted({ signers }: { readonly signers: TeamSigners }): ReactNode {
  const say = useSay();
  const mayPeople = useMay('people');
  const { own, people } = signers;
  const maySign = mayPeople && own?.role === 'supervisor';
  const [opened, setOpened] = useState<Opened>(null);
  const [done, setDone] = useState<string | null>(null);
  const open = (next: Opened): void => {
    setDone(null);
    setOpened(next);
  };
  const finished = (text: string): void => {
    setDone(text);
    setOpened(null);
  };
  return (
    <Block
      title={say('papers.people')}
      {...(maySign
        ? {
            actions: (
              <SmallButton
                aria-expanded={opened === 'sign'}
                onClick={() => open(opened === 'sign' ? null : 'sign')}
              >
                {say('papers.sign')}
              </SmallButton>
            ),
          }
        : {})}
    >
      {people.length === 0 && <p className="muted">{say('papers.people.none')}</p>}
      <ul className={`${styles.people} stack`} aria-label={say('papers.people')}>
        {people.map((person) => (
          <li key={person.publicKey} className="row wrap middle gap-4-12">
            <span className="medium breakable">{person.name}</span>
            <span className="muted">
              {say(`person.role.${person.role}`)}
              {person.publicKey === own?.publicKey && ` · ${say('papers.people.you')}`}
            </span>
            {maySign && person.role !== 'supervisor' && (
              <span className="push">
                <SmallButton
                  aria-label={say('papers.end.of', { name: person.name })}
                  aria-expanded={opened !== 'sign' && opened?.publicKey === person.publicKey}
                  onClick={() => open(person)}
                >
                  {say('papers.end')}
                </SmallButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="live good medium">
        {done}
      </p>
      {opened === 'sign' && (
        <SignKey
          onClose={() => open(null)}
          onDone={(name) => finished(say('papers.sign.done', { name }))}
        />
      )}
      {opened !== null && opened !== 'sign' && (
        <EndKey
          key={opened.publicKey}
          person={opened}
          onClose={() => open(null)}
          onDone={() => finished(say('papers.end.done', { name: opened.name }))}
        />
      )}
    </Block>
  );
}
