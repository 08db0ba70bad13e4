import { z } from 'zod';

import { EXECUTABLE_NAME } from '../../scripts/package/product.ts';
import { type Desktop, type Key, runTool } from './desktop.ts';

const KEYS: Readonly<Record<Key, readonly string[]>> = {
  Enter: ['-k', 'Return'],
  F9: ['-k', 'F9'],
  SelectAll: ['-M', 'ctrl', '-k', 'a', '-m', 'ctrl'],
};
const KEY_DELAY = '40';
/** Each run of wtype is a new keyboard, whose first key Chromium loses: a lone Shift, and a moment, come before what counts. */
const WARM_UP = ['-k', 'Shift_L', '-s', '300'];

type Node = {
  readonly id: number;
  readonly app_id?: string | null | undefined;
  readonly nodes: readonly Node[];
  readonly floating_nodes: readonly Node[];
};
const nodeSchema: z.ZodType<Node> = z.lazy(() =>
  z.object({
    id: z.int(),
    app_id: z.string().nullish(),
    nodes: z.array(nodeSchema),
    floating_nodes: z.array(nodeSchema),
  }),
);

function findNode(node: Node): Node | null {
  // Null for a window of X11: a desk that came by Xwayland is not found.
  if (node.app_id === EXECUTABLE_NAME) return node;
  for (const child of [...node.nodes, ...node.floating_nodes]) {
    const found = findNode(child);
    if (found !== null) return found;
  }
  return null;
}

/** sway's own commands, wtype, grim and wl-paste. Weston has no keyboard without hardware, so it cannot be typed into. */
export const wayland: Desktop = {
  noPhysicalKeys: 'wtype makes a keyboard of its own, on which no key has its usual place',
  async findWindow() {
    const tree = nodeSchema.parse(JSON.parse(await runTool('swaymsg', ['-r', '-t', 'get_tree'])));
    return findNode(tree)?.id.toString() ?? null;
  },
  async focus(window) {
    await runTool('swaymsg', [`[con_id=${window}] focus`]);
  },
  async type(text) {
    await runTool('wtype', [...WARM_UP, '-d', KEY_DELAY, '--', text]);
  },
  async press(key) {
    await runTool('wtype', [...WARM_UP, ...KEYS[key]]);
  },
  clipboardText: () => runTool('wl-paste', ['--no-newline']),
  async close(window) {
    await runTool('swaymsg', [`[con_id=${window}] kill`]);
  },
  async screenshot(file) {
    await runTool('grim', [file]);
  },
};
