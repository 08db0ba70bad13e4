import { execFile } from 'node:child_process';

/**
 * The system's own means to see a window, type into it and close it. An installed desk takes no debugger (fuses, refused switches), so
 * nothing can ask its page: what it did is read from its files and from the clipboard.
 */
export type Desktop = {
  /** Why F9 cannot be pressed, or null: the desk takes its own keys by their place on the keyboard, not by their letter. */
  readonly noPhysicalKeys: string | null;
  /** The shown window of the app, by the name that the system knows it by; null while there is none. */
  readonly findWindow: () => Promise<string | null>;
  readonly focus: (window: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: Key) => Promise<void>;
  readonly clipboardText: () => Promise<string>;
  /** As the operator ends it: the window's close button, on macOS Quit. */
  readonly close: (window: string) => Promise<void>;
  readonly screenshot: (file: string) => Promise<void>;
};

export type Key = 'Enter' | 'F9' | 'SelectAll';

/** A tool that waits for a dialog must not hold up the whole run. */
const TOOL_PATIENCE_MS = 30_000;

/** Its standard output. A tool that fails names itself and what it printed. */
export function runTool(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: TOOL_PATIENCE_MS, encoding: 'utf8', maxBuffer: 2 ** 24 } as const;
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')}: ${error.message} ${stderr}`.trim()));
    });
  });
}
