import { EXECUTABLE_NAME } from '../../scripts/package/product.ts';
import { type Desktop, type Key, runTool } from './desktop.ts';

const KEYS: Readonly<Record<Key, string>> = { Enter: 'Return', F9: 'F9', SelectAll: 'ctrl+a' };
/** Milliseconds between keys: without them a busy window loses some. */
const KEY_DELAY = '40';

/** xdotool, wmctrl, xclip and ImageMagick; a window manager has to run. */
export const x11: Desktop = {
  noPhysicalKeys: null,
  async findWindow() {
    // `0x01c00003  0 deposit-desk.deposit-desk  machine Title`: the entry of the menu names the same class (StartupWMClass).
    const rows = (await runTool('wmctrl', ['-l', '-x']))
      .split('\n')
      .map((row) => row.split(/\s+/u));
    const row = rows.find(([, , name = '']) => name.split('.').at(-1) === EXECUTABLE_NAME);
    return row?.[0] ?? null;
  },
  async focus(window) {
    await runTool('wmctrl', ['-i', '-a', window]);
  },
  async type(text) {
    await runTool('xdotool', ['type', '--delay', KEY_DELAY, '--', text]);
  },
  async press(key) {
    await runTool('xdotool', ['key', '--clearmodifiers', KEYS[key]]);
  },
  clipboardText: () => runTool('xclip', ['-selection', 'clipboard', '-o']),
  async close(window) {
    await runTool('wmctrl', ['-i', '-c', window]);
  },
  async screenshot(file) {
    await runTool('import', ['-window', 'root', file]);
  },
};
