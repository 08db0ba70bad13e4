import { inMode } from '../modes.ts';

/**
 * What Node itself does otherwise inside Electron, by mode. Loaded before the app in its own process, in every thread of it (a
 * thread takes `--import` over from its process) and in utility processes.
 */
if (inMode('report-aborts')) await import('./reportAborts.ts');
if (inMode('no-keyring')) await import('./noKeyring.ts');
if (inMode('packed')) await import('./packed.ts');
if (inMode('boring-ssl')) await import('./boringSsl.ts');
