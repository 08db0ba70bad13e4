import { readFileSync } from 'node:fs';

/**
 * `node --import` this file: both clocks of the desk follow the file that `DESK_TEST_CLOCKS` names, `{"wallMs": …, "monotonicMs": …}`
 * beside the real ones. An operator can turn the first; the second stands for time that passes.
 */
const file = process.env['DESK_TEST_CLOCKS'] ?? '';
const READ_EVERY_MS = 20;
const RealDate = Date;
const realNow = performance.now.bind(performance);
let turned = { wallMs: 0, monotonicMs: 0 };

function read(): void {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof said !== 'object' || said === null) return;
    const of = (key: string): number => Number(Reflect.get(said, key) ?? 0);
    turned = { wallMs: of('wallMs'), monotonicMs: of('monotonicMs') };
  } catch {
    // Not written yet, or half written: as it was.
  }
}
read();
setInterval(read, READ_EVERY_MS).unref();

class TurnedDate extends RealDate {
  constructor(...given: readonly [] | readonly [string | number | Date]) {
    super(...(given.length === 0 ? ([TurnedDate.now()] as const) : given));
  }

  static override now(): number {
    return RealDate.now() + turned.wallMs;
  }
}

Object.assign(globalThis, { Date: TurnedDate });
Object.defineProperty(performance, 'now', { value: () => realNow() + turned.monotonicMs });
