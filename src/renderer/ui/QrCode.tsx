import { type ReactNode, useMemo } from 'react';

import { type Qr, qrOf } from './picture/qrPicture.ts';
import styles from './QrCode.module.css';

type Props = { readonly text: string; readonly label: string; readonly large?: boolean };

/** Dark on white in both themes: cameras want it so. One path, no injected markup. */
export function QrCode({ text, label, large = false }: Props): ReactNode {
  const { path, size } = useMemo(() => drawn(qrOf(text)), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={`${styles.qr} rigid framed round-8`}
      data-large={large}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** Dark modules beside each other are one rectangle, which makes the path shorter. */
function drawn({ size, modules }: Qr): { readonly path: string; readonly size: number } {
  let path = '';
  for (const [y, row] of modules.entries()) {
    let from = 0;
    for (let x = 0; x <= size; x += 1) {
      if (row[x] === true) continue;
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`;
      from = x + 1;
    }
  }
  return { path, size };
}
