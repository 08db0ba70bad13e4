import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

import { z } from 'zod';

import {
  END_THREAD,
  type ThreadAnswer,
  type ThreadApi,
  type ThreadCall,
  type ThreadReply,
} from './threadMessages.ts';
import type { WriterThread } from './writerThread.ts';

/** Both ends are compiled together: what comes in is what thread.ts sent. */
const callsSchema = z.custom<readonly ThreadCall[]>(Array.isArray);

/** Everything that came in while the last commit ran is one turn. */
export function serveInGroups(port: MessagePort, writer: WriterThread, end: () => void): void {
  port.on('message', (first: string) => {
    const texts = [first];
    for (let next = nextText(port); next !== null; next = nextText(port)) texts.push(next);
    const calls = texts.filter((text) => text !== END_THREAD).flatMap(callsIn);
    if (calls.length > 0) {
      post(port, writer.turn(calls));
      writer.afterTurn();
    }
    if (texts.includes(END_THREAD)) end();
  });
}

function nextText(port: MessagePort): string | null {
  const received: { readonly message: string } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

function callsIn(text: string): readonly ThreadCall[] {
  return callsSchema.parse(JSON.parse(text));
}

export function post(port: MessagePort, said: ThreadAnswer): void {
  port.postMessage(JSON.stringify(said));
}

export function serveOneByOne(port: MessagePort, api: ThreadApi, end: () => void): void {
  port.on('message', (text: string) => {
    if (text === END_THREAD) end();
    else for (const call of callsIn(text)) void answer(port, api, call);
  });
}

async function answer(port: MessagePort, api: ThreadApi, call: ThreadCall): Promise<void> {
  post(port, { replies: [await answerOf(api, call)], health: null });
}

async function answerOf(api: ThreadApi, { id, name, args }: ThreadCall): Promise<ThreadReply> {
  try {
    return { id, ok: true, value: await api[name]?.(...args) };
  } catch (error) {
    return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
