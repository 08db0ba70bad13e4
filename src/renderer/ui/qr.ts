import { encode } from 'uqr';

export type Qr = {
  readonly size: number;
  /** Row by row; true is dark. */
  readonly modules: readonly (readonly boolean[])[];
};

/** ISO 18004 wants four modules of white around it; scanners at a counter are grateful for all of them. */
const QUIET_ZONE = 4;

export function qrOf(text: string): Qr {
  const code = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size: code.size, modules: code.data };
}
