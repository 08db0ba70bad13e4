import type { LogPort, OpenLogOptions } from './port.ts';

/** Opens the log of a data directory, whatever its state: see `LogPort.health`. */
export async function openLog(_options: OpenLogOptions): Promise<LogPort> {
  throw new Error('under construction');
}
