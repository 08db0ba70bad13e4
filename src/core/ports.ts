import type { DeskEvent, DeskScreen } from '#shared/contract/events.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Host, Updates } from '#shared/contract/host.ts';
import type { MerchantId } from '#shared/domain/ids.ts';
import type { SecretStore } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';
import type { Scenario } from '#shared/domain/scenario.ts';
import type { KeychainLibrary, Settings } from '#shared/domain/settings.ts';

import type { Imports } from './importing/imports.ts';

import type { StartWorker } from './threads/rpc.ts';
/** Time and chance come in as parameters, so that tests can hold them. */
export type Clock = { readonly now: () => Date };
export type Chance = {
  readonly uuid: () => string;
  readonly bytes: (count: number) => Uint8Array;
};

export type VaultFault =
  | 'locked'
  | 'denied'
  /** There is no keychain, or its library is not installed. */
  | 'unavailable'
  | 'timed_out'
  | 'wrong_read_back'
  /** The secret was stored, and the keychain and library in use do not have it. */
  | 'store_changed';

/** Where merchant secrets live. Nothing outside core ever receives one. */
export type Vault = {
  readonly store: SecretStore;
  /** What people call it: "Secret Service". */
  readonly name: string;
  /** null: nothing is stored under this account. */
  readonly read: (account: string) => Promise<Result<string | null, VaultFault>>;
  /** Writes, reads back, and only then reports success. */
  readonly write: (account: string, secret: string) => Promise<Result<void, VaultFault>>;
  /** One that is not there is no fault. */
  readonly delete: (account: string) => Promise<Result<void, VaultFault>>;
};

/** Each library to the operating system's keychain; on Linux neither finds the other's items. */
export type Keychains = Readonly<Record<KeychainLibrary, Vault>>;

/** The embedded provider. Its address and merchant are fixed before it listens; its secret is new with every run and never on disk. */
export type EmbeddedSandbox = {
  readonly baseUrl: string;
  readonly merchant: MerchantId;
  readonly secret: string;
  /** Listens from then on, until the desk closes. Every use asks for it; only the first one does something. */
  readonly start: () => Promise<void>;
  /** The address in its merchant's account: called back to where a request names none. Null: nowhere. */
  readonly setAccountUrl: (url: string | null) => void;
  /** What it does with the next request of this order id, once. */
  readonly arm: (orderId: string, scenario: Scenario) => Promise<void>;
  /** Its own list of what it has created, as CSV. */
  readonly statement: () => Promise<string>;
  /** Brings what it has on the disk to the key in use. Left out: it has nothing there. */
  readonly rewrite?: (() => Promise<void>) | undefined;
};

/** The system's clipboard, where the host itself can reach it. */
export type Clipboard = {
  readonly write: (text: string) => Promise<void>;
  readonly read: () => Promise<string>;
};

/** How a host finds the system's proxy: a browser's answer, such as `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** What the program runs on. */
export type Machine = {
  readonly platform: string;
  readonly release: string;
  readonly arch: string;
  readonly node: string;
  readonly electron: string | null;
  readonly chrome: string | null;
  readonly processors: number;
  readonly memoryMb: number;
  readonly timeZone: string;
  readonly runsSinceS: number;
};

/** The work of scrypt. */
export type PinCost = { readonly N: number; readonly r: number; readonly p: number };

/** What a host hands in. */
export type CorePorts = {
  readonly dataDir: string;
  readonly host: Host;
  readonly appVersion: string;
  readonly osAccount: string;
  readonly systemLanguage: string;
  readonly sandbox: EmbeddedSandbox;
  readonly keychains: Keychains;
  /** Null: only the page can, with what its browser lets it do. */
  readonly clipboard: Clipboard | null;
  /** HTTPS_PROXY and the like are read from here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly resolveProxy: ResolveProxy;
  /** The log's thread: core/threads/worker.ts, or its bundle. */
  readonly logWorkerUrl: URL;
  /** Begins the log’s threads. Left out: worker threads. */
  readonly startLogWorker?: StartWorker | undefined;
  /** Left out: what the desk itself has read. Tests and the bench hand in rows of their own. */
  readonly imports?: Imports;
  /** How often the log is copied while it changes, and at close; null: only when asked for. Left out: every 15 minutes. */
  readonly backupEveryMs?: number | null;
  /** Where exported files go. Need not be there yet. */
  readonly exportsDir: string;
  /** The system's own dialog, in the desk's language; null: the operator chose none. Left out: this host has no such dialog. */
  readonly chooseFolder?: (language: Settings['language']) => Promise<string | null>;
  /** Opens the system's file manager at a file. Left out: this host cannot. */
  readonly showInFolder?: (file: string) => void;
  /** Where the host itself answers, as it is now: no link and no bill leads there. Empty: it listens nowhere. */
  readonly ownOrigins: () => readonly string[];
  /** Under which names and addresses this machine is reached, beside those that every machine has. */
  readonly ownHosts: () => readonly string[];
  readonly machine: () => Machine;
  readonly updates: Updates;
  /** Left out: as strong as the design asks for. Only tests of other things hand in a weaker one. */
  readonly pinCost?: PinCost | undefined;
  /** The keys of a protected log are in use already: its Log code was typed. Left out: the keychain is asked for them. */
  readonly isUnlocked?: boolean;
  /**
   * A plain log was opened, and the keychain did not say in time whether its folder is protected; `why` not. `look` asks again.
   */
  readonly onUnsure?: (look: () => Promise<Result<boolean, VaultFault>>, why: VaultFault) => void;
  /** Milliseconds that never go back. Left out: the process's own. */
  readonly monotonicMs?: (() => number) | undefined;
  readonly clock: Clock;
  readonly chance: Chance;
};

/** What only the host can see. */
export type HostNote =
  | 'page_gone'
  | 'page_hangs'
  | 'page_back'
  | 'update_checked'
  | 'host_failed'
  | 'closing_overdue'
  | 'thread_not_ended';
export type NoteFacts = Readonly<Record<string, string | number | boolean | null>>;

/** On whose behalf the host asks: a page by an id that no other page of this run has, or the desk itself. */
export type Caller = { readonly kind: 'page'; readonly pageId: string } | { readonly kind: 'desk' };

/** The host's own calls: its menu, its tray, the page's first look. They are not a person's. */
export const DESK: Caller = { kind: 'desk' };

/** What a host gets back: it translates a transport into `dispatch` and pushes events. */
export type Services = {
  /** Never rejects. The name and the input come from outside and are checked here; so is what the caller may do. */
  readonly dispatch: (caller: Caller, name: string, input: unknown) => Promise<Reply>;
  /** Every event. Before one is sent to a page, `mayHear` is asked. */
  readonly onEvent: (listener: (event: DeskEvent) => void) => () => void;
  readonly mayHear: (caller: Caller, event: DeskEvent) => boolean;
  /** The host noticed that the machine goes to sleep: answers under way count as lost. */
  readonly machineSlept: () => void;
  /** The operator's session was locked or unlocked: told to every page as `desk.locked`, and kept for those that open later. */
  readonly setLocked: (isLocked: boolean) => void;
  /** The menu or the tray asks the page to go there: told as `desk.open`. */
  readonly show: (screen: DeskScreen, link?: string) => void;
  /** One line of the log file, through the redactor: a page that crashed, a look for updates. Never about a customer. */
  readonly note: (what: HostNote, facts?: NoteFacts) => void;
  /** Called when the window is idle: reads in a thread what the first live request needs (the system's certificates). */
  readonly warmUp: () => void;
  /** Once all notes until now are in the file, or given up. */
  readonly noted: () => Promise<void>;
  /** Waits for writes under way, not for answers under way. */
  readonly close: () => Promise<void>;
  /** By name what `close` has not closed yet. */
  readonly stillOpen: () => readonly string[];
};

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Failure };
