import type { ActivityFilter } from '#shared/domain/activity.ts';
import type { CallbackFilter } from '#shared/domain/callback.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { DayRange, LogQuery } from '#shared/domain/logSearch.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Settings } from '#shared/domain/settings.ts';

/** What the team's Log is narrowed to. */
export type TeamFilter = {
  readonly text: string;
  readonly desk: string | null;
  readonly outcome: string | null;
  /** Null: both. */
  readonly mode: Profile['mode'] | null;
};

/** Every cached answer's key, so that events can find them. */
export const KEYS = {
  info: ['info'],
  /** What Help has, as the palette finds it. */
  guides: (language: Settings['language']) => ['guides', language],
  /** Whether the operator's session is locked. */
  lock: ['lock'],
  /** Who is signed in at this page, and what they may do. */
  session: ['session'],
  /** The profile that this page shows, and whose choice it is. */
  pageProfile: ['page-profile'],
  people: ['people'],
  peopleRules: ['people-rules'],
  personNames: ['person-names'],
  /** What waits for a second person. */
  eyes: ['eyes'],
  eyesRules: ['eyes-rules'],
  /** Whether the desk is in a team, and how it stands there. */
  team: ['team-state'],
  /** The text that is typed into Settings → Team; it holds a password, and is kept by this page alone. */
  teamInvitation: ['team-invitation'],
  teamDesks: ['team', 'desks'],
  teamSigners: ['team', 'signers'],
  /** Cards of other desks, and what became of this desk's words. */
  teamPapers: ['team', 'papers'],
  teamConflicts: (count: number) => ['team', 'conflicts', count],
  teamPages: (filter: TeamFilter) => ['team', 'pages', filter],
  activity: (filter: ActivityFilter) => ['activity', filter],
  links: ['link'],
  /** What the desk says of an address, for the profile of its request. */
  link: (profileId: ProfileId, address: string) => ['link', profileId, address],
  settings: ['settings'],
  profiles: ['profiles'],
  secrets: ['secret'],
  secret: (profileId: ProfileId) => ['secret', profileId],
  limits: (profileId: ProfileId) => ['limits', profileId],
  order: (profileId: ProfileId, flow: Flow, intentId: IntentId, pattern: string) => [
    'order',
    profileId,
    flow,
    intentId,
    pattern,
  ],
  /** Every call that issues a request. */
  issue: ['issue'],
  /** Requests that have left the form and are not recorded. */
  sentForms: ['sent-forms'],
  /** That the desk was told of typing. */
  prepared: (profileId: ProfileId) => ['prepared', profileId],
  refill: ['refill'],
  /** What a link of another program asks the form to be filled with. */
  formLink: ['form-link'],
  /** How far everything under way is. */
  stages: ['stages'],
  bill: (intentId: IntentId) => ['bill', intentId],
  /** A picture that is kept beside the log. */
  picture: (sha256: string) => ['picture', sha256],
  suggestions: (profileId: ProfileId, text: string) => ['customers', profileId, text],
  /** What was issued for exactly one customer, or under exactly one order id. */
  past: (profileId: ProfileId, of: 'customer' | 'order', text: string) => [
    'past',
    profileId,
    of,
    text,
  ],
  /** What operators recorded about a customer. */
  customer: (profileId: ProfileId, customer: string) => ['log', 'customer', profileId, customer],
  /** The requests for a customer, counted. */
  customerFigures: (profileId: ProfileId, customer: string) => [
    'log',
    'figures',
    profileId,
    customer,
  ],
  confirmedLive: ['confirmed-live'],
  templates: ['templates'],
  nows: ['now'],
  now: (profileId: ProfileId) => ['now', profileId],
  logs: ['log'],
  search: (searchId: string, query: LogQuery) => ['log', 'search', searchId, query],
  facets: ['log', 'facets'],
  /** How many requests of the whole log need attention. */
  attention: ['log', 'attention'],
  daily: (profileId: ProfileId, range: DayRange) => ['log', 'daily', profileId, range],
  overviews: ['overview'],
  /** Whatever is counted for it, of any range. */
  overview: (profileId: ProfileId) => ['overview', profileId],
  /** What the next person has to know. */
  handOver: (profileId: ProfileId) => ['log', 'handOver', profileId],
  /** How far a restore is, as last told. */
  restoring: ['restoring'],
  /** How far the search index is, as last told. */
  index: ['log-index'],
  views: ['views'],
  history: (intentId: IntentId) => ['log', 'history', intentId],
  /** What was changed in a profile's provider format and not saved yet. */
  formatDraft: (profileId: ProfileId) => ['format-draft', profileId],
  /** Steps of one check of the connection, as they arrive. */
  check: (checkId: string) => ['check', checkId],
  callbacks: ['callbacks'],
  /** What a new one changes. */
  callbackLists: ['callbacks', 'list'],
  callbackPages: (filter: CallbackFilter) => ['callbacks', 'list', 'page', filter],
  callbackCounts: (filter: CallbackFilter) => ['callbacks', 'list', 'counts', filter],
  callback: (seq: number) => ['callbacks', 'list', 'one', seq],
  rawCallback: (seq: number) => ['callbacks', 'raw', seq],
  listener: (profileId: ProfileId) => ['listener', profileId],
  /** One export, as far as it is. */
  export: (exportId: string) => ['export', exportId],
  /** How far the running step of an import is, as last told. */
  importProgress: (importId: string) => ['import', importId, 'progress'],
  /** Lines that were pasted into the quick line and are to be a batch. */
  pastedRows: ['pasted-rows'],
  /** The file that is on its way to a batch. */
  importDraft: ['import-draft'],
  importRestored: ['import-restored'],
  importRows: (importId: string) => ['import', importId, 'rows'],
  batches: ['batches'],
  batchList: ['batches', 'list'],
  batch: (batchId: string) => ['batches', 'one', batchId],
  batchNames: (batchIds: readonly string[]) => ['batches', 'names', batchIds],
  batchRows: (batchId: string) => ['batches', 'rows', batchId],
  /** The file that is on its way to a statement. */
  statementDraft: ['statement-draft'],
  statementRestored: ['statement-restored'],
  statements: ['statements'],
  statementList: ['statements', 'list'],
  /** How the rows of one compare with the log. */
  comparison: (statementId: string) => ['statements', 'comparison', statementId],
  /** Lines of that, in pages and one by one. */
  statementLines: (statementId: string) => ['statements', 'lines', statementId],
  limitsSnapshot: (id: string) => ['limits-snapshot', id],
  health: ['health'],
  backups: ['backups'],
  retention: ['retention'],
  protection: ['protection'],
  /** How far a switch of protection is. */
  protecting: ['protecting'],
  recovery: ['recovery'],
} as const;
