import type { Caller, Reply, Services } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { FIRST_SETTINGS, type Settings } from '#shared/domain/settings.ts';

const SETTINGS: Settings = {
  ...FIRST_SETTINGS,
  language: 'en',
  operatorName: 'Olga',
};

/** Core by its port: answers what it was told to, and emits what a test says. The host's own code is never faked. */
export class FakeDesk {
  readonly answers = new Map<string, unknown>([['settings.get', SETTINGS]]);
  readonly asked: string[] = [];
  readonly noted: unknown[] = [];
  readonly locked: boolean[] = [];
  slept = 0;
  readonly #listeners: ((event: DeskEvent) => void)[] = [];

  readonly mayHear = (): boolean => true;

  readonly dispatch = async (_caller: Caller, name: string): Promise<Reply> => {
    this.asked.push(name);
    const value = this.answers.get(name);
    return value === undefined
      ? { ok: false, error: { code: 'internal', detail: null } }
      : { ok: true, value };
  };

  readonly onEvent: Services['onEvent'] = (listener) => {
    this.#listeners.push(listener);
    return () => undefined;
  };

  readonly note: Services['note'] = (...noted) => void this.noted.push(noted);
  readonly setLocked = (isLocked: boolean): void => void this.locked.push(isLocked);
  readonly machineSlept = (): void => {
    this.slept += 1;
  };

  emit(event: DeskEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  choose(patch: Partial<Settings>): void {
    this.emit({ name: 'settings.changed', settings: { ...SETTINGS, ...patch } });
  }
}

/** Time that passes when a test says so. */
export class FakeTime {
  nowMs = 1_000_000;
  #waiting: { readonly atMs: number; readonly work: () => void }[] = [];

  readonly after = (work: () => void, ms: number): void => {
    this.#waiting.push({ atMs: this.nowMs + ms, work });
  };

  pass(ms: number): void {
    this.nowMs += ms;
    const due = this.#waiting.filter(({ atMs }) => atMs <= this.nowMs);
    this.#waiting = this.#waiting.filter(({ atMs }) => atMs > this.nowMs);
    for (const { work } of due) work();
  }
}
