import { type ReactNode, useId } from 'react';

import type { ProfileImport } from '#shared/domain/profileFile.ts';

import { useSay } from '../../../i18n/i18n.ts';
import settings from '../Settings.module.css';
import { knobText } from './knobText.ts';
import styles from './ProfileFile.module.css';

type Props = { readonly profiles: readonly ProfileImport[] };

/** Per profile and knob: what is, and what would be. */
export function ImportPreview({ profiles }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id} className={settings.heading}>
        {say('file.preview')}
      </h2>
      <ul className={styles.profiles}>
        {profiles.map((profile) => (
          <li key={profile.id} className={styles.profile}>
            <p className={styles.name}>
              {profile.name}
              <span className={styles.action} data-action={profile.action}>
                {say(`file.action.${profile.action}`)}
              </span>
              {profile.needsSecret && (
                <span className={styles.needs}>{say('file.needsSecret')}</span>
              )}
            </p>
            {profile.changes.length > 0 && <Changes profile={profile} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changes({ profile }: { readonly profile: ProfileImport }): ReactNode {
  const say = useSay();
  return (
    <table className={styles.changes}>
      <caption className="spoken">{say('file.changes', { profile: profile.name })}</caption>
      <thead className="spoken">
        <tr>
          <th scope="col">{say('file.knob')}</th>
          <th scope="col">{say('file.before')}</th>
          <th scope="col">{say('file.after')}</th>
        </tr>
      </thead>
      <tbody>
        {profile.changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{knobText(path, say)}</th>
            <td className={styles.before}>{before === '' ? '—' : before}</td>
            <td className={styles.after}>{after === '' ? '—' : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
