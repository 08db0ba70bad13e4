import { expect, test } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { createEventStreams } from './eventStream.ts';

const alive = (): boolean => true;
const changed: DeskEvent = { name: 'profile.changed', profileId: profileIdSchema.parse('sandbox') };

test('a quiet stream shows that the host is still there', async () => {
  const streams = createEventStreams(5);
  const reader = streams
    .open(alive, () => true)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const seen = [await reader.read(), await reader.read(), await reader.read()];
  expect(seen.map(({ value }) => value)).toEqual(['\n', '\n', '\n']);
  streams.closeAll();
});

test('every open page hears every event, one that has left hears nothing', async () => {
  const streams = createEventStreams(60_000);
  const [first, second, left] = [
    streams.open(alive, () => true),
    streams.open(alive, () => true),
    streams.open(alive, () => true),
  ];
  await left.cancel();
  streams.push(changed);
  streams.closeAll();
  const line = `\n${JSON.stringify(changed)}\n`;
  expect(await new Response(first).text()).toBe(line);
  expect(await new Response(second).text()).toBe(line);
});

test('pages do not pile up: the oldest of too many is ended', async () => {
  const streams = createEventStreams(60_000);
  const opened = Array.from({ length: 65 }, () => streams.open(alive, () => true));
  streams.push(changed);
  streams.closeAll();
  const heard = await Promise.all(opened.map((stream) => new Response(stream).text()));
  expect(heard.map((text) => text.includes(changed.name))).toEqual([
    false,
    ...Array.from({ length: 64 }, () => true),
  ]);
});

test('a page whose bearer is over hears nothing more', async () => {
  let isOver = false;
  const streams = createEventStreams(60_000);
  const stream = streams.open(
    () => !isOver,
    () => true,
  );
  streams.push(changed);
  isOver = true;
  streams.push(changed);
  const line = `\n${JSON.stringify(changed)}\n`;
  expect(await new Response(stream).text()).toBe(line);
});
