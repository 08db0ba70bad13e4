import { APP_ID } from '../../scripts/package/product.ts';
import { type Desktop, type Key, runTool } from './desktop.ts';

/** Key codes do not depend on the layout. */
const KEYS: Readonly<Record<Key, string>> = {
  Enter: 'key code 36',
  F9: 'key code 101',
  SelectAll: 'keystroke "a" using command down',
};
const PROCESS = `(first process whose bundle identifier is "${APP_ID}")`;

function systemEvents(command: string): Promise<string> {
  return runTool('osascript', ['-e', `tell application "System Events" to ${command}`]);
}

/** AppleScript: the program that runs this needs the right to control the computer (Accessibility), else macOS refuses each step. */
export const macos: Desktop = {
  noPhysicalKeys: null,
  async findWindow() {
    const found = await systemEvents(
      `count of (every process whose bundle identifier is "${APP_ID}")`,
    );
    if (found.trim() === '0') return null;
    const windows = await systemEvents(`count windows of ${PROCESS}`);
    return windows.trim() === '0' ? null : APP_ID;
  },
  async focus() {
    await systemEvents(`set frontmost of ${PROCESS} to true`);
  },
  async type(text) {
    await systemEvents(`keystroke ${JSON.stringify(text)}`);
  },
  async press(key) {
    await systemEvents(KEYS[key]);
  },
  clipboardText: () => runTool('pbpaste', []),
  async close() {
    // The app outlives its window there.
    await runTool('osascript', ['-e', `tell application id "${APP_ID}" to quit`]);
  },
  async screenshot(file) {
    await runTool('screencapture', ['-x', file]);
  },
};
