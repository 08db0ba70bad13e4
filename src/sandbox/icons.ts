import type { TransferMethod } from './limits.ts';
import { type Markup, markup } from './markup.ts';

function icon(kind: 'icon' | 'go', paths: Markup): Markup {
  return markup`<svg class="${kind}" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;
}

const CARD = icon(
  'icon',
  markup`<rect x="3" y="5" width="18" height="14" rx="3" /><path d="M3 10h18M7 15h3" />`,
);
const PHONE = icon(
  'icon',
  markup`<rect x="7" y="3" width="10" height="18" rx="2.5" /><path d="M11 17.5h2" />`,
);
const BANK = icon(
  'icon',
  markup`<path d="M4 9.5 12 4l8 5.5zM4.5 20h15M6.5 12.5v4.5M12 12.5v4.5M17.5 12.5v4.5" />`,
);

export const METHOD_ICON: Readonly<Record<TransferMethod, Markup>> = {
  any_bank: CARD,
  bankx: CARD,
  sbp: PHONE,
  account_number: BANK,
};
export const GO_ICON = icon('go', markup`<path d="m10 7 5 5-5 5" />`);
