import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { endProcess } from '../support/endProcess.ts';

/** `node tests/installed/inWayland.ts COMMAND …`: runs it in a Wayland session of its own without a screen (sway), as xvfb-run does for X11. */

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 100;
/** Xwayland is off, so that a program that falls back to X11 does not start, instead of proving nothing. */
const CONFIG = `xwayland disable
output HEADLESS-1 resolution 1440x900
default_border none
`;

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('Which command?');
const runtime = mkdtempSync(path.join(tmpdir(), 'wayland-'));
const config = path.join(runtime, 'sway.conf');
writeFileSync(config, CONFIG);
const { DISPLAY: _x11, ...env } = process.env;
const session = { ...env, XDG_RUNTIME_DIR: runtime, XDG_SESSION_TYPE: 'wayland' };
const sway = spawn('sway', ['--config', config], {
  env: {
    ...session,
    WLR_BACKENDS: 'headless',
    WLR_LIBINPUT_NO_DEVICES: '1',
    WLR_RENDERER: 'pixman',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});

async function socketOf(pattern: RegExp): Promise<string> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt && sway.exitCode === null) {
    const name = readdirSync(runtime).find((one) => pattern.test(one));
    if (name !== undefined) return name;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('sway does not start');
}

try {
  const display = await socketOf(/^wayland-\d+$/u);
  const control = await socketOf(/^sway-ipc\..*\.sock$/u);
  const child = spawn(command, args, {
    env: { ...session, WAYLAND_DISPLAY: display, SWAYSOCK: path.join(runtime, control) },
    stdio: 'inherit',
  });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
} finally {
  await endProcess(sway, 'SIGTERM');
  rmSync(runtime, { recursive: true, force: true });
}
