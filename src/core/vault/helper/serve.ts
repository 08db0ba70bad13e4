import process from 'node:process';
import { parentPort } from 'node:worker_threads';

import type { KeychainLibrary } from '#shared/domain/settings.ts';

import type { NativeKeychain } from '../pieces.ts';
import { type Call, END, type Reply, answered } from '../../threads/messages.ts';
import { createKeychainApi } from './answer.ts';

/** How the helper was started: as a thread, as a utility process of Electron, or as a child of plain Node. */
export type HelperKind = 'thread' | 'utility' | 'child';

type Channel = {
  readonly kind: HelperKind;
  readonly listen: (listener: (message: unknown) => void) => void;
  readonly post: (reply: Reply) => void;
};

/** What Electron gives a utility process as `process.parentPort`. */
type UtilityPort = {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
};

/** Answers the process that started this file, until it ends. */
export function serve(
  load: (library: KeychainLibrary, kind: HelperKind) => Promise<NativeKeychain>,
): void {
  const channel = ownChannel();
  const api = createKeychainApi((library) => load(library, channel.kind));
  let last: Promise<unknown> = Promise.resolve();
  channel.listen((message) => {
    if (!isCall(message)) return;
    // keytar waits in a pool thread that the whole process shares: a helper that is a thread takes one of them at most.
    const turn = channel.kind === 'thread' ? last : Promise.resolve();
    last = turn.then(() => answered(api, message)).then(channel.post);
  });
}

function ownChannel(): Channel {
  const thread = parentPort;
  if (thread !== null) {
    return {
      kind: 'thread',
      listen(listener) {
        thread.on('message', (message) => {
          if (message === END) process.exit();
          listener(message);
        });
      },
      post: (reply) => thread.postMessage(reply, []),
    };
  }
  const utility: unknown = Reflect.get(process, 'parentPort');
  if (isUtilityPort(utility)) {
    const post = utility.postMessage.bind(utility);
    return {
      kind: 'utility',
      listen: (listener) => void utility.on('message', ({ data }) => listener(data)),
      post,
    };
  }
  // The desk's end, killed or not. By a signal: an orderly exit waits for calls that hang inside a library.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Ctrl+C and a closed terminal reach every process in it: the desk ends first and takes the helper along.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return {
    kind: 'child',
    listen: (listener) => void process.on('message', listener),
    // The callback takes the error where the desk has gone meanwhile.
    post: (reply) => void process.send?.(reply, undefined, undefined, () => undefined),
  };
}

function isUtilityPort(value: unknown): value is UtilityPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}

/** Both ends are compiled together. */
function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'args' in value;
}
