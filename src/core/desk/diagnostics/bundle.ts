import { isDeepStrictEqual } from 'node:util';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { PRESETS } from '#shared/dialect/presets.ts';
import { type ListenerState, isLoopbackHost } from '#shared/domain/callback.ts';
import type { Backup, LogHealth } from '#shared/domain/logHealth.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Settings } from '#shared/domain/settings.ts';

import { hostNameOf } from '../../journal/watchDesk.ts';
import type { Machine } from '../../ports.ts';
import type { LogStanding } from '../../log/reads/fileReads.ts';

/** Gathered first; what of it may be seen is decided below, field by field. */
export type Findings = {
  readonly at: Date;
  readonly info: OperationOutput<'app.info'>;
  readonly machine: Machine;
  readonly settings: Settings;
  readonly profiles: readonly Profile[];
  readonly listenerOf: (id: Profile['id']) => ListenerState;
  readonly health: LogHealth;
  readonly standing: LogStanding | null;
  readonly backups: readonly Backup[];
  readonly unanswered: number;
  readonly journal: string;
};

export type BundlePart = { readonly name: string; readonly text: string };

const README = `Deposit Desk diagnostics

What is in here: versions and system, settings, profiles (id, mode, host, provider format), the state of the log's file,
and the last lines of the program's own log file.
What is not: customers, amounts, requisites, order ids, messages, secrets, names of people and of profiles, folders.
Have a look before you send it: every file is plain text.
`;

/** Every field is named here: what is added elsewhere does not get in by itself. */
export function bundleOf(found: Findings): readonly BundlePart[] {
  return [
    { name: 'README.txt', text: README },
    jsonPart('about.json', aboutOf(found)),
    jsonPart('settings.json', settingsOf(found.settings)),
    jsonPart(
      'profiles.json',
      found.profiles.map((profile) => profileOf(profile, found.listenerOf(profile.id))),
    ),
    jsonPart('log.json', logOf(found)),
    { name: 'desk.log', text: found.journal },
  ];
}

function aboutOf({ at, info, machine }: Findings): unknown {
  const { host, version, updates, setAside } = info;
  return { at: at.toISOString(), version, host, updates, setAside: setAside.length, machine };
}

function settingsOf(settings: Settings): unknown {
  const { language, theme, keychainLibrary, notifications, textSize, privacy } = settings;
  const { messageLanguage, messageChannel } = settings;
  const looks = { language, theme, textSize, privacy, notifications };
  return { ...looks, keychainLibrary, messageLanguage, messageChannel };
}

function profileOf(profile: Profile, { settings, state, problem }: ListenerState): unknown {
  const { id, mode, proxy, timeZone, dayCut, limitsPolicy, archivedAt } = profile;
  return {
    id,
    mode,
    host: hostNameOf(profile),
    format: formatName(profile.dialect),
    proxy: proxy.mode,
    timeZone,
    dayCut,
    limitsPolicy,
    isArchived: archivedAt !== null,
    listener: {
      state,
      port: settings.port,
      isOnlyHere: isLoopbackHost(settings.host),
      hasPublicAddress: settings.publicUrl !== null,
      problem: problem?.code ?? null,
    },
  };
}

/** A format's own words and header names may name a provider or quote an answer. */
function formatName(dialect: Dialect): string {
  const known = Object.entries(PRESETS).find(([, preset]) => isDeepStrictEqual(preset, dialect));
  return known?.[0] ?? 'own';
}

function logOf({ health, standing, backups, unanswered }: Findings): unknown {
  const [newest] = backups;
  return {
    health: { state: health.state, damage: health.state === 'damaged' ? health.damage : null },
    file: standing,
    unanswered,
    backups: {
      count: backups.length,
      newest:
        newest === undefined
          ? null
          : { takenAt: newest.takenAt, bytes: newest.bytes, headSeq: newest.headSeq },
    },
  };
}

function jsonPart(name: string, value: unknown): BundlePart {
  return { name, text: `${JSON.stringify(value, null, 2)}\n` };
}
