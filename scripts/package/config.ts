import path from 'node:path';

import type { Configuration } from 'electron-builder';

import { updatesFromEnvironment } from '../build/updates.ts';
import { afterExtract } from './afterExtract.ts';
import { afterPack } from './afterPack.ts';
import { builderFuses } from './fuses.ts';
import { FLOOR_PACKAGES } from './linuxFloor.ts';
import { unreachedMainFiles } from './mainFiles.ts';
import { APP_ID, EXECUTABLE_NAME, PRODUCT_NAME } from './product.ts';
import { isRelease } from './signing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ROOT = path.resolve(import.meta.dirname, '../..');
const SUMMARY = 'Issues deposit requests and hands requisites or payment links to customers';

/** Everything electron-builder is told. Keys, passwords and identities come from the environment alone, which it reads by itself. */
export function builderConfig(environment: Environment): Configuration {
  const isSigned = isRelease(environment);
  return {
    appId: APP_ID,
    productName: PRODUCT_NAME,
    copyright: 'Copyright © 2026 Deposit Desk',
    artifactName: `${EXECUTABLE_NAME}-\${version}-\${os}-\${arch}${isSigned ? '' : '-unsigned'}.\${ext}`,
    directories: { output: 'dist', buildResources: 'build' },
    ...contents(environment),
    electronFuses: { ...builderFuses(), resetAdHocDarwinSignature: !isSigned },
    afterExtract,
    afterPack,
    // macOS and Linux learn from the package which links the program opens; on Windows it enters itself (src/main/formLinks.ts).
    protocols: [{ name: PRODUCT_NAME, schemes: [EXECUTABLE_NAME] }],
    forceCodeSigning: isSigned,
    ...updating(environment),
    ...windows(isSigned),
    ...macos(isSigned),
    ...linux(environment),
  };
}

/**
 * What goes in: the three bundles, and the two native modules with the one binary each that the target loads. Said for each system
 * by itself: a second list beside a common one would let everything in, and electron-builder's own word for the platform means the
 * one it runs on.
 */
function filesFor(platform: string): string[] {
  return [
    'out/main/**/*',
    'out/preload/**/*',
    'out/renderer/**/*',
    ...unreachedMainFiles(path.join(ROOT, 'out/main')).map((name) => `!out/main/${name}`),
    '!**/*.map',
    // Whoever installs a package does not compile it.
    '!node_modules/node-addon-api/**',
    // What the project's scripts run on; the desk runs on Electron's own.
    '!node_modules/node-{linux,win}-*/**',
    '!node_modules/better-sqlite3/{deps,src,build}/**',
    '!node_modules/better-sqlite3/index.d.ts',
    `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}.node)`,
    '!node_modules/better-sqlite3/lib/{linuxmusl,linux,darwin,win32}-*.js',
    '!node_modules/@napi-rs/keyring/keytar.js',
    // Not the licences of what the keychain's binary is made of.
    '!node_modules/**/!(LICENSE.third-party).md',
  ];
}

function contents(environment: Environment): Configuration {
  return {
    extraMetadata: {
      // Electron's name of the app. No path comes from it: main puts `userData` into the data directory.
      productName: PRODUCT_NAME,
      homepage: environment['DESK_HOMEPAGE'] ?? 'https://deposit-desk.invalid/',
      desktopName: `${EXECUTABLE_NAME}.desktop`,
    },
    extraResources: [
      { from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
      { from: 'LICENSE', to: 'LICENSE.txt' },
    ],
    asar: { smartUnpack: false },
    // The system loads a library from a file, not from inside another one.
    asarUnpack: ['**/*.node'],
    disableAsarIntegrity: false,
    removePackageScripts: true,
    removePackageKeywords: true,
    // Both come with binaries for Node-API, which are the same for Electron: nothing is compiled.
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    allowMissingDependencies: false,
    compression: 'normal',
  };
}

/** Off: no feed, no `app-update.yml`, and no file that would tell an updater where to look. */
function updating(environment: Environment): Configuration {
  const updates = updatesFromEnvironment(environment);
  if (updates === null) return { publish: null };
  const { url, channel, publisher } = updates;
  return {
    publish: [{ provider: 'generic', url, channel, publisherName: [publisher] }],
    detectUpdateChannel: false,
    generateUpdatesFilesForAllChannels: false,
  };
}

function windows(isSigned: boolean): Configuration {
  return {
    win: {
      files: filesFor('win32'),
      target: [{ target: 'nsis', arch: ['x64'] }],
      icon: 'build/icon.ico',
      requestedExecutionLevel: 'asInvoker',
      verifyUpdateCodeSignature: true,
      signExecutable: isSigned,
    },
    nsis: {
      // Into the operator's own folder, without an administrator and without a helper that could ask for one.
      oneClick: true,
      perMachine: false,
      allowElevation: false,
      packElevateHelper: false,
      // The log is the merchant's: it outlives the program.
      deleteAppDataOnUninstall: false,
      createDesktopShortcut: true,
      shortcutName: PRODUCT_NAME,
      uninstallDisplayName: PRODUCT_NAME,
      installerIcon: 'build/icon.ico',
      uninstallerIcon: 'build/icon.ico',
      installerLanguages: ['en_US', 'ru_RU'],
      differentialPackage: false,
    },
  };
}

function macos(isSigned: boolean): Configuration {
  return {
    mac: {
      files: filesFor('darwin'),
      target: [{ target: 'dmg', arch: ['arm64', 'x64'] }],
      category: 'public.app-category.business',
      icon: 'build/icon.icns',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'build/entitlements.mac.plist',
      entitlementsInherit: 'build/entitlements.mac.plist',
      // Found in the environment; without a release none is looked for in somebody's keychain.
      ...(isSigned ? {} : { identity: null }),
      notarize: isSigned,
      darkModeSupport: true,
      extendInfo: {
        NSDownloadsFolderUsageDescription:
          'Exports, pictures and reports that you save are written to the Downloads folder.',
      },
      // The reason in Russian.
      extraResources: [{ from: 'build/mac/ru.lproj', to: 'ru.lproj' }],
    },
    dmg: { sign: false, writeUpdateInfo: false },
  };
}

function linux(environment: Environment): Configuration {
  return {
    linux: {
      files: filesFor('linux'),
      target: ['AppImage', 'deb'],
      executableName: EXECUTABLE_NAME,
      icon: 'build/icons',
      category: 'Office;Finance',
      synopsis: 'A desk for deposit requests',
      description: SUMMARY,
      maintainer: environment['DESK_MAINTAINER'] ?? 'Deposit Desk <desk@deposit-desk.invalid>',
      vendor: PRODUCT_NAME,
      // The window's id and the entry's name are one, so that the dock shows one icon.
      syncDesktopName: true,
      desktop: {
        entry: {
          Name: PRODUCT_NAME,
          GenericName: 'Deposit requests',
          'GenericName[ru]': 'Заявки на пополнение',
          Comment: SUMMARY,
          'Comment[ru]':
            'Создаёт заявки на пополнение и передаёт клиентам реквизиты или ссылки на оплату',
          Keywords: 'deposit;payment;requisites;merchant;',
          StartupWMClass: EXECUTABLE_NAME,
          StartupNotify: 'true',
          SingleMainWindow: 'true',
        },
      },
    },
    // The runtime that brings its own FUSE. The default one loads libfuse2, which Ubuntu 24.04, Debian 13 and Fedora do not install.
    toolsets: { appimage: '1.0.3' },
    // Without a word of ours its entry says --no-sandbox, always.
    appImage: { executableArgs: [] },
    deb: {
      packageCategory: 'misc',
      priority: 'optional',
      // Replaces electron-builder's list, so it begins with all of it.
      depends: [
        'libgtk-3-0t64 | libgtk-3-0',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'xdg-utils',
        'libatspi2.0-0t64 | libatspi2.0-0',
        'libuuid1',
        'libsecret-1-0',
        'libgbm1',
        'libasound2t64 | libasound2',
        ...FLOOR_PACKAGES,
      ],
      // Secrets live in a keychain of the session; without one the desk says so and keeps none.
      recommends: ['gnome-keyring | kwalletmanager | keepassxc', 'libayatana-appindicator3-1'],
    },
  };
}
