import { type ReactNode, createContext, useContext } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Session } from '#shared/domain/people.ts';
import type { Permission } from '#shared/domain/permission.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Settings } from '#shared/domain/settings.ts';

/** What every screen needs and no screen has to wait for: it is loaded before the first one is drawn. */
export type Desk = {
  readonly info: OperationOutput<'app.info'>;
  readonly settings: Settings;
  readonly profiles: readonly Profile[];
  /** The one that this page shows and issues with; other pages may show others. */
  readonly profile: Profile;
  /** Who is signed in at this page, and what they may do; everything where the desk has no people. */
  readonly session: Session;
  /** The operator's session is: nothing is to be seen. */
  readonly locked: boolean;
};

export const ClientContext = createContext<Client | null>(null);
export const DeskContext = createContext<Desk | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('No client around this component');
  return client;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('No desk around this component');
  return desk;
}

/** Whether the role of the person at this page has the permission. Core decides; the screen offers only what core will do. */
export function useMay(permission: Permission): boolean {
  return useDesk().session.permissions.includes(permission);
}

type MayProps = { readonly to: Permission; readonly children: ReactNode };

/** What the person at this page may not do is not offered. */
export function May({ to, children }: MayProps): ReactNode {
  return useMay(to) ? children : null;
}

const HIDDEN = '•••';

/** Of a length that says nothing about the text. The same functions every time: rows that did not change are not drawn anew. */
const hidden = (text: string): string => (text === '' ? '' : HIDDEN);
const shown = (text: string): string => text;

export type Privacy = {
  readonly on: boolean;
  /** The text, or dots in its place. */
  readonly hide: (text: string) => string;
};

const ON: Privacy = { on: true, hide: hidden };
const OFF: Privacy = { on: false, hide: shown };

/** Privacy mode: what stands in place of an amount, a requisite, a customer. Copying is not affected by it. */
export function usePrivacy(): Privacy {
  return useDesk().settings.privacy ? ON : OFF;
}

/** The embedded provider's profile: made anew by the desk at each start, so nothing about it can be set. */
export function isFixed(profile: Pick<Profile, 'id'>): boolean {
  return profile.id === 'sandbox';
}

/** The profile that issued a request, which need not be the one in use. Null when it was deleted since. */
export function useProfileOf({ profileId }: { readonly profileId: ProfileId }): Profile | null {
  return useDesk().profiles.find(({ id }) => id === profileId) ?? null;
}
