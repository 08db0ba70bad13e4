import type { DeskEvent } from '#shared/contract/events.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Host } from '#shared/contract/host.ts';
import type { MerchantId, ProfileId } from '#shared/domain/ids.ts';
import type { SecretStore } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';

/** Time and chance come in as parameters, so that tests can hold them. */
export type Clock = { readonly now: () => Date };
export type Chance = {
  readonly uuid: () => string;
  readonly bytes: (count: number) => Uint8Array;
};

export type VaultFault = 'locked_or_denied' | 'unavailable' | 'timed_out' | 'wrong_read_back';

/** Where merchant secrets live. Nothing outside core ever receives one. */
export type Vault = {
  readonly store: SecretStore;
  /** null: nothing is stored under this profile. */
  readonly read: (profileId: ProfileId) => Promise<Result<string | null, VaultFault>>;
  /** Writes, reads back, and only then reports success. */
  readonly write: (profileId: ProfileId, secret: string) => Promise<Result<void, VaultFault>>;
};

/** The embedded provider, as the host started it. Its secret is new with every start and never on disk. */
export type EmbeddedSandbox = {
  readonly baseUrl: string;
  readonly merchant: MerchantId;
  readonly secret: string;
};

/** How a host finds the system's proxy: a browser's answer, such as `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** What a host hands in. */
export type CorePorts = {
  readonly dataDir: string;
  readonly host: Host;
  readonly appVersion: string;
  readonly osAccount: string;
  readonly systemLanguage: string;
  readonly sandbox: EmbeddedSandbox;
  readonly keychain: Vault;
  /** HTTPS_PROXY and the like are read from here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly resolveProxy: ResolveProxy;
  /** The log's thread: core/log/worker.ts, or its bundle. */
  readonly logWorkerUrl: URL;
  readonly clock: Clock;
  readonly chance: Chance;
};

/** What a host gets back: it translates a transport into `dispatch` and pushes events. */
export type Services = {
  /** Never rejects. The name and the input come from outside and are checked here. */
  readonly dispatch: (name: string, input: unknown) => Promise<Reply>;
  readonly onEvent: (listener: (event: DeskEvent) => void) => () => void;
  /** The host noticed that the machine goes to sleep: answers under way count as lost. */
  readonly machineSlept: () => void;
  /** Waits for writes under way, not for answers under way. */
  readonly close: () => Promise<void>;
};

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Failure };
