import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import type { LogRow } from '#shared/domain/logSearch.ts';
import { type DepositRequest, amountOf, isUnresolved } from '#shared/domain/request.ts';
import type { SettingsPatch } from '#shared/domain/settings.ts';

import { customerHref } from '../../client/customers.ts';
import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { logHref } from '../../client/logLook.ts';
import { focusOpened, requestHref, useNowRequests } from '../../client/requests.ts';
import { stateWord } from '../../features/log/table/rowText.ts';
import { type Language, type WordKey, useSay } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/loadWords.ts';
import type { Words } from '../../i18n/words.ts';
import { moneyText } from '../../text/numbers.ts';
import { agoText } from '../../text/time.ts';
import { OutcomeBadge, StateBadge, useStateWords } from '../../ui/StateBadge.tsx';
import { type Chord, capsOf } from '../../ui/keys.ts';
import { isOffered } from '../shortcuts.ts';
import { useCommands } from '../useCommands.ts';
import { type Command, commandsFor, keysOf } from './commands.ts';
import { type Named, bestRank, rankOf, ranked } from './rank.ts';
import { useGuideOptions } from './useGuideOptions.ts';
import type { LogMatches } from './useLogMatches.ts';

export type Group = 'go' | 'do' | 'recent' | 'help' | 'log';

export type Option = {
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  /** Beside the title, quieter. */
  readonly detail: string | null;
  readonly badge: ReactNode;
  readonly cap: string | null;
  readonly run: () => void;
};

const MOST_RECENT = 6;
const MOST_CUSTOMERS = 3;

/**
 * Everything that answers to what is typed, group by group. Requests of today come before commands where they answer better;
 * what is found in the log comes later and stands last, so that nothing moves under a finger on Enter.
 */
export function useOptions(typed: string, matches: LogMatches, onSet: OnSet): readonly Option[] {
  const commands = useCommandOptions(onSet);
  const recent = useRecentOptions();
  const guides = useGuideOptions(typed);
  const found = useLogOptions(matches);
  const now = useNowRequests(useDesk().profile.id).data ?? [];
  const known = new Set(now.map(({ intentId }) => `request.${intentId}`));
  const sure = ranked(typed, [...commands, ...recent]);
  const shown = sure.map(({ option }) => option);
  const requests = shown.filter(({ group }) => group === 'recent').slice(0, MOST_RECENT);
  const isRequest = bestRank(typed, recent) < bestRank(typed, commands);
  return [
    ...(isRequest ? requests : []),
    ...shown.filter(({ group }) => group === 'go'),
    ...shown.filter(({ group }) => group === 'do'),
    ...(isRequest ? [] : requests),
    ...guides,
    // Once is enough.
    ...found.filter(({ id }) => !known.has(id)),
  ];
}

type Candidate = Named & { readonly option: Option };

export type OnSet = (patch: SettingsPatch) => void;

function useCommandOptions(onSet: OnSet): readonly Candidate[] {
  const say = useSay();
  const { info, settings, session } = useDesk();
  const commands = useCommands();
  const otherWords = useOtherWords();
  const [, navigate] = useLocation();
  const run = ({ does }: Command): void => {
    if (does.kind === 'action') commands.perform(does.action);
    if (does.kind === 'set') onSet(does.patch);
    if (does.kind !== 'action' && does.path !== undefined) navigate(does.path);
  };
  return commandsFor(settings)
    .filter(({ does }) =>
      does.kind === 'action'
        ? commands.isPossible(does.action)
        : does.path === undefined || isOffered(pathOf(does.path), session.permissions),
    )
    .map((command) => {
      const title = command.words.map((word) => say(word)).join(': ');
      return {
        name: title,
        also: command.words.flatMap(otherWords),
        option: {
          id: `command.${command.id}`,
          group: command.group,
          title,
          detail: null,
          badge: null,
          cap: capOf(keysOf(command.id, info.host.kind)),
          run: () => run(command),
        },
      };
    });
}

/** Without what is looked for there. */
function pathOf(address: string): string {
  return address.split('?')[0] ?? address;
}

function capOf([first]: readonly Chord[]): string | null {
  return first === undefined ? null : capsOf(first).join(' ');
}

/** The strip's requests: newest first, whatever became of them. */
function useRecentOptions(): readonly Candidate[] {
  const describe = useDescription();
  const { profile, settings } = useDesk();
  const now = useNowRequests(profile.id).data ?? [];
  return now.map((request) => ({
    name: request.body.fields.customer ?? '',
    also: [
      request.body.fields.order_id,
      moneyText(amountOf(request).cents, request.body.fields.currency, settings.language),
    ],
    option: {
      ...describe(described(request)),
      group: 'recent',
      badge: <StateBadge request={request} short />,
    },
  }));
}

function useLogOptions({ rows, text }: LogMatches): readonly Option[] {
  const say = useSay();
  const describe = useDescription();
  const words = useStateWords();
  const { profile } = useDesk();
  const { hide } = usePrivacy();
  const [, navigate] = useLocation();
  const options = rows.map((row): Option => {
    const isElsewhere = row.profileId !== profile.id;
    return {
      ...describe({ ...row, profileName: isElsewhere ? row.profileName : null }),
      group: 'log',
      badge: (
        <OutcomeBadge
          outcome={row.outcome}
          isOpen={isUnresolved(row)}
          known={words(row.profileId, row.state)}
        >
          {stateWord(row, say)}
        </OutcomeBadge>
      ),
    };
  });
  if (rows.length === 0) return [];
  const found = new Map(
    rows.flatMap(({ profileId, customer }) =>
      customer === null || rankOf(text, { name: customer }) === null
        ? []
        : [[customerHref(profileId, customer), customer]],
    ),
  );
  const customers = [...found].slice(0, MOST_CUSTOMERS).map(([href, name]): Option => ({
    id: href,
    group: 'log',
    title: hide(name),
    detail: say('customer.title'),
    badge: null,
    cap: null,
    run: () => navigate(href),
  }));
  return [
    ...options,
    ...customers,
    {
      id: 'log.all',
      group: 'log',
      title: say('palette.searchLog', { text }),
      detail: null,
      badge: null,
      cap: null,
      run: () => navigate(logHref({}, { kind: 'all' }, text)),
    },
  ];
}

type Described = Pick<LogRow, 'intentId' | 'customer' | 'orderId' | 'cents' | 'createdAt'> & {
  readonly currency: string;
  /** Null: the one in use. */
  readonly profileName: string | null;
};

function described(request: DepositRequest): Described {
  return {
    intentId: request.intentId,
    customer: request.body.fields.customer ?? null,
    orderId: request.body.fields.order_id,
    cents: amountOf(request).cents,
    currency: request.body.fields.currency,
    createdAt: request.createdAt,
    profileName: null,
  };
}

/** A request as a line of the palette; what it says of a customer and of money is hidden in privacy mode. */
function useDescription(): (request: Described) => Omit<Option, 'group' | 'badge'> {
  const say = useSay();
  const { hide } = usePrivacy();
  const { settings } = useDesk();
  const [, navigate] = useLocation();
  const noCustomer: WordKey = 'card.noCustomer';
  return (request) => ({
    id: `request.${request.intentId}`,
    title: request.customer === null ? say(noCustomer) : hide(request.customer),
    detail: [
      hide(moneyText(request.cents, request.currency, settings.language)),
      request.orderId,
      agoText(request.createdAt, Date.now(), say),
      ...(request.profileName === null ? [] : [request.profileName]),
    ].join(' · '),
    cap: null,
    run: () => {
      navigate(requestHref(request.intentId));
      focusOpened();
    },
  });
}

const SPOKEN: readonly Language[] = ['en', 'ru'];

/** The same command in the languages that are not on the screen: people type the name they learned first. */
function useOtherWords(): (key: WordKey) => readonly string[] {
  const { language } = useDesk().settings;
  const [others, setOthers] = useState<readonly Words[]>([]);
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      const loaded = await Promise.all(
        SPOKEN.filter((spoken) => spoken !== language).map(loadWords),
      );
      if (!isOver) setOthers(loaded);
    };
    // Without them the words on the screen still do.
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [language]);
  return (key) => others.flatMap((words) => words[key] ?? []);
}
