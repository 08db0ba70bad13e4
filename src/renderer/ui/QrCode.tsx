import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

import styles from './QrCode.module.css';

const QUIET_ZONE = 3;

/** Dark on white in both themes: cameras want it so. One path, no injected markup. */
export function QrCode({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactNode {
  const { path, size } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

function drawQr(text: string): { readonly path: string; readonly size: number } {
  const code = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = code.data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, size: code.size };
}
