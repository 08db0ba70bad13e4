import v8 from 'node:v8';
import vm from 'node:vm';

let collect: unknown = null;

/** Collects what is not used any more. A process with as little to do as the helper may not do so by itself for hours. */
export function collectNow(): void {
  if (collect === null) {
    v8.setFlagsFromString('--expose-gc');
    collect = vm.runInNewContext('gc');
  }
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
}
