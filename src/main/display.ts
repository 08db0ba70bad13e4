import path from 'node:path';

type Session = {
  /** What Chromium draws by; it has chosen before the desk's code runs, by a switch or by XDG_SESSION_TYPE. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
};

/** Chromium ends by a signal and without a sentence where it has chosen Wayland and no compositor is there. Null: it may go on. */
export function displayProblem({ platform, env, exists }: Session): string | null {
  // A program that is started by a compositor may be handed its connection.
  if (platform !== 'wayland' || env['WAYLAND_SOCKET'] !== undefined) return null;
  const name = env['WAYLAND_DISPLAY'] ?? 'wayland-0';
  const socket = path.resolve(env['XDG_RUNTIME_DIR'] ?? '/', name);
  // An empty name leads to the folder itself.
  if (name !== '' && exists(socket)) return null;
  return `it is to be shown by Wayland, and there is no compositor at ${socket}. Start it in the desktop’s own session, or with --ozone-platform=x11.`;
}
