import type { End } from '../ledgerNote.ts';
import type { TransferMethod } from '../limits.ts';
import { type Markup, markup } from './markup.ts';

function icon(kind: 'icon' | 'go' | 'mark' | 'small', paths: Markup): Markup {
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

const ROUND = markup`<circle cx="12" cy="12" r="9" />`;
export const CLOCK_ICON = icon('small', markup`${ROUND}<path d="M12 7v5l3 2" />`);
export const FAULT_ICON = icon('small', markup`${ROUND}<path d="M12 7.5v5M12 16v.01" />`);

export const END_ICON: Readonly<Record<End, Markup>> = {
  paid: icon('mark', markup`<path d="m6 12.5 4 4 8-9" />`),
  rejected: icon('mark', markup`<path d="m7 7 10 10M17 7 7 17" />`),
  expired: icon('mark', markup`<path d="M12 6v6l4 3" />`),
};
