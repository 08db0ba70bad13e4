/** The table "Rooms" of ARCHITECTURE.md as data. The check in ../walls.ts holds it; prose alone falls within a month. */

export type Room = {
  readonly name: string;
  /** A folder, or one file, from the root of the repository. The deepest room around a file is its room. */
  readonly path: string;
  /** Folders and files that may be imported besides the room itself. */
  readonly mayImport: readonly string[];
  readonly node: boolean;
  readonly packages: readonly string[];
  /** Said after every refusal. */
  readonly reason: string;
};

const UI_PACKAGES = [
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@tabler/icons-react',
  '@tanstack/react-query',
  'markdown-to-jsx',
  'react',
  'react-dom',
  'uqr',
  'wouter',
  'zod',
] as const;

/** Data, not a room: hosts read the version from it. */
const MANIFEST = 'package.json';

const HTTP_PACKAGES = ['hono', '@hono/node-server'] as const;

export const ROOMS: readonly Room[] = [
  {
    name: 'shared',
    path: 'src/shared',
    mayImport: [],
    node: false,
    packages: ['zod'],
    reason: 'shared runs on both sides: it knows zod and itself, no Node, no DOM, no other room',
  },
  {
    name: 'shared/dialect',
    path: 'src/shared/dialect',
    mayImport: [],
    node: false,
    packages: ['zod'],
    reason: 'the sandbox reads the dialect, so nothing else of shared may be reachable through it',
  },
  {
    name: 'shared/net',
    path: 'src/shared/net',
    mayImport: [],
    node: false,
    packages: [],
    reason:
      'the sandbox seats its connections as the desk does, and nothing else of shared may be reachable through that',
  },
  {
    name: 'shared/contract/bridge',
    path: 'src/shared/contract/bridge.ts',
    mayImport: [],
    node: false,
    packages: [],
    reason: 'the preload bundles it, so it carries nothing with it, zod least of all',
  },
  {
    name: 'core',
    path: 'src/core',
    mayImport: ['src/shared'],
    node: true,
    packages: ['better-sqlite3', '@napi-rs/keyring', 'keytar', 'papaparse', 'pg', 'saxen', 'zod'],
    reason:
      'core knows shared, zod, Node, its database, its keychain and two parsers; hosts hand everything else in',
  },
  {
    name: 'sandbox',
    path: 'src/sandbox',
    mayImport: ['src/shared/dialect', 'src/shared/net'],
    node: true,
    packages: HTTP_PACKAGES,
    reason:
      'the sandbox has its own fields, order and algorithms, so that one wrong signer cannot agree with itself',
  },
  {
    name: 'main',
    path: 'src/main',
    mayImport: ['src/core', 'src/sandbox', 'src/shared', MANIFEST],
    node: true,
    packages: ['electron', 'electron-updater', 'zod'],
    reason: 'the Electron host knows core, the sandbox (to start it), shared and electron',
  },
  {
    name: 'preload',
    path: 'src/preload',
    mayImport: ['src/shared/contract/bridge.ts'],
    node: false,
    packages: ['electron'],
    reason: 'the preload is one small sandboxed file: names and electron, never zod',
  },
  {
    name: 'loopback',
    path: 'src/loopback',
    mayImport: ['src/core', 'src/sandbox', 'src/shared', MANIFEST],
    node: true,
    packages: [...HTTP_PACKAGES, 'zod'],
    reason: 'the browser host knows core, the sandbox (to start it) and shared, never electron',
  },
  {
    name: 'renderer',
    path: 'src/renderer',
    // The guides, as text.
    mayImport: ['src/shared', 'docs/guide'],
    node: false,
    packages: UI_PACKAGES,
    reason:
      'the renderer knows only shared and its UI libraries; everything else is behind the contract',
  },
];

/** What a test beside the code may import on top of its room. Tests use the real provider over real HTTP. */
export const TEST_EXTRAS = {
  node: true,
  packages: ['vitest', 'fast-check', '@testing-library/user-event'],
  mayImport: new Map([['core', ['src/sandbox']]]),
} as const;

/** Inside the renderer: a feature shows other features only these files, and what features share knows no feature. */
export const FEATURES_FOLDER = 'src/renderer/features';
export const PUBLIC_FEATURE_FILES: readonly string[] = [
  'src/renderer/features/issuing/card/ResultCard.tsx',
  'src/renderer/features/issuing/form/draft.ts',
  'src/renderer/features/batch/BatchLink.tsx',
  'src/renderer/features/batch/batchText.ts',
  'src/renderer/features/statements/LastStatement.tsx',
  'src/renderer/features/statements/StatementLink.tsx',
  'src/renderer/features/messages/MessageComposer.tsx',
  'src/renderer/features/messages/editor/MessagesEditor.tsx',
  'src/renderer/features/messages/useCopyMessage.ts',
  'src/renderer/features/log/bar/RangeMenu.tsx',
  'src/renderer/features/log/bar/SearchBox.tsx',
  'src/renderer/features/log/Blank.tsx',
  'src/renderer/features/log/LogTabs.tsx',
  'src/renderer/features/log/customer/CustomerName.tsx',
  'src/renderer/features/log/pictures/usePictureDrop.tsx',
  'src/renderer/features/exports/ExportButton.tsx',
  'src/renderer/features/exports/ReportFile.tsx',
  'src/renderer/features/callbacks/days.ts',
  'src/renderer/features/issuing/resolve/AbsentForm.tsx',
  'src/renderer/features/format/FormatPage.tsx',
  'src/renderer/features/desk/settings/addresses.ts',
  'src/renderer/features/people/PeoplePage.tsx',
  'src/renderer/features/people/PinEntry.tsx',
  'src/renderer/features/people/PinForm.tsx',
  'src/renderer/features/people/PinWords.tsx',
  'src/renderer/features/people/SetUp.tsx',
  'src/renderer/features/papers/PaperCards.tsx',
  'src/renderer/features/papers/PapersWords.tsx',
  'src/renderer/features/papers/ResolveThere.tsx',
  'src/renderer/features/papers/Signatures.tsx',
  'src/renderer/features/papers/words.ts',
  'src/renderer/features/eyes/CardContent.tsx',
  'src/renderer/features/eyes/Eyes.module.css',
  'src/renderer/features/eyes/EyesRules.tsx',
  'src/renderer/features/eyes/WaitingCards.tsx',
  'src/renderer/features/team/ScopeSwitch.tsx',
  'src/renderer/features/team/TeamPage.tsx',
  'src/renderer/features/profiles/Profiles.tsx',
  'src/renderer/features/profiles/profileActions.tsx',
  'src/renderer/features/profiles/ProfilePage.tsx',
  'src/renderer/features/profiles/file/ExportPage.tsx',
  'src/renderer/features/profiles/file/ImportPage.tsx',
  'src/renderer/features/profiles/listener/Listeners.tsx',
  'src/renderer/features/format/teach/TeachRefusal.tsx',
  'src/renderer/features/desk/outside/ExternalLink.tsx',
];
/** Below features: used by them, never the other way round. */
export const BELOW_FEATURES: readonly string[] = [
  'src/renderer/ui',
  'src/renderer/client',
  'src/renderer/i18n',
  'src/renderer/text',
];
