import { describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { err, ok } from '#shared/domain/result.ts';

import { profileOf } from '../testing/builders.ts';
import { createPrepareConnection } from './prepareConnection.ts';

const live = profileOf();
const sandbox = profileOf({ id: 'trial', mode: 'sandbox' });
const archived = profileOf({ id: 'old', archivedAt: '2026-11-15T10:00:00.000Z' });

function deskWith(isLiveAllowed: boolean) {
  const opened: Profile[] = [];
  const prepare = createPrepareConnection({
    host: { live: isLiveAllowed },
    profiles: {
      findInUse(id) {
        if (id === archived.id) return err(failure('profile_archived'));
        const found = [live, sandbox].find((profile) => profile.id === id);
        return found === undefined ? err(failure('profile_not_found')) : ok(found);
      },
    },
    connections: { prepare: (profile) => void opened.push(profile) },
  });
  return { prepare, opened };
}

describe('while the operator types', () => {
  it('a connection is opened for the profile in use', () => {
    const { prepare, opened } = deskWith(true);
    expect(prepare(live.id)).toEqual(ok({}));
    expect(prepare(sandbox.id)).toEqual(ok({}));
    expect(opened).toEqual([live, sandbox]);
  });

  it('none is opened for a live profile where the host does not allow live', () => {
    const { prepare, opened } = deskWith(false);
    expect(prepare(live.id)).toEqual(ok({}));
    expect(opened).toEqual([]);
    prepare(sandbox.id);
    expect(opened).toEqual([sandbox]);
  });

  it('none is opened for a profile that is archived or unknown', () => {
    const { prepare, opened } = deskWith(true);
    expect(prepare(archived.id)).toEqual(err(failure('profile_archived')));
    expect(prepare(profileOf({ id: 'nobody' }).id)).toEqual(err(failure('profile_not_found')));
    expect(opened).toEqual([]);
  });
});
