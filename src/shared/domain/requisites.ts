import { clipText } from './cutText.ts';
import { safeLink } from './link.ts';

/** Digits as typed by a provider may come with spaces, dashes, brackets and invisible marks; none of them is the number. */
const DECORATION = /[\s\p{Cf}\p{Pd}().]+/gu;
const PHONE = /^\+[0-9]{7,15}$/u;
/** No card and no account is this short: a phone that came without its +. */
const BARE_PHONE = /^[0-9]{11,12}$/u;
const MOST_DOTS = 6;
/** Digits, or an IBAN. A word beside the digits ("2200 … 5675 Ivan") would be glued to them, so that is left as it came. */
const COMPACT = /^(?:[0-9]+|[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30})$/u;

/** What goes to the clipboard for a number: plain digits; a phone keeps its leading +, an account its letters. */
export function numberToCopy(number: string): string {
  const compact = number.replaceAll(DECORATION, '');
  // Something that is not a number at all is handed on exactly as it came.
  return PHONE.test(compact) || COMPACT.test(compact) ? compact : number;
}

/** The same number, grouped for the eye. */
export function groupNumber(number: string): string {
  const compact = numberToCopy(number);
  if (isPhone(compact)) return groupPhone(compact);
  return COMPACT.test(compact) ? inFours(compact) : compact;
}

/** Enough to tell two apart, not enough to pay to: the first six and the last four. Short ones keep less. */
export function maskNumber(number: string): string {
  const compact = numberToCopy(number);
  const digitsFrom = compact.startsWith('+') ? 1 : 0;
  const length = compact.length - digitsFrom;
  const keptLast = Math.min(4, Math.max(0, length - 4));
  const keptFirst = Math.min(6, Math.max(0, length - keptLast - 4));
  const first = compact.slice(0, digitsFrom + keptFirst);
  const last = compact.slice(compact.length - keptLast);
  // A long account takes no more room than a card: the number of hidden digits is not shown.
  const hidden = Math.min(length - keptFirst - keptLast, MOST_DOTS);
  const masked = `${first}${'•'.repeat(hidden)}${last}`;
  return isPhone(compact) ? groupPhone(masked) : inFours(masked);
}

/** Characters that a QR reader drops or reads as others. */
const UNCLEAR_IN_LINK = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A link for a QR or a picture: exactly as it came, or as a browser writes it where something in it cannot be seen; null: unsafe. */
export function linkToShow(address: string, sandboxOrigin: string | null): string | null {
  const opened = safeLink(address, sandboxOrigin);
  return opened !== null && !UNCLEAR_IN_LINK.test(address) ? address : opened;
}

/** Shorter than this the last four would be most of it. */
const SHORTEST_WITH_END = 8;

/** As long as a name of the internet can be; no scheme is longer. */
const LONGEST_HOST = 253;

const HOST = /^(?:[\p{L}\p{N}_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/iu;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/u;
/** A card or an account, however its digits are grouped. */
const MANY_DIGITS = /\d(?:[.-]?\d){7}/u;

/** `tel:`, `bitcoin:` and their like lead nowhere: what follows is the requisite itself. */
const WITHOUT_HOST = /^[a-z][a-z0-9+.-]*:(?!\/\/)/iu;

/** A link in the log: where it leads, without the part that opens it. What leads nowhere may be the requisite itself. */
export function maskLink(address: string): string {
  const [scheme] = WITHOUT_HOST.exec(address) ?? [];
  if (scheme !== undefined) {
    const isLong = address.length - scheme.length >= SHORTEST_WITH_END;
    return `${clipText(scheme, LONGEST_HOST)}…${isLong ? address.slice(-4) : ''}`;
  }
  const bare = address.replace(/^[a-z]+:\/\//iu, '');
  const end = bare.search(/[/?#]/u);
  const authority = (end === -1 ? bare : bare.slice(0, end)).replace(/^.*@/u, '');
  if (!HOST.test(authority) || (MANY_DIGITS.test(authority) && !IPV4.test(authority))) {
    return maskNumber(address);
  }
  const host = clipText(authority, LONGEST_HOST);
  if (end === -1) return host;
  return bare.length - end < SHORTEST_WITH_END ? `${host}/…` : `${host}/…${bare.slice(-4)}`;
}

function isPhone(compact: string): boolean {
  return PHONE.test(compact) || BARE_PHONE.test(compact);
}

function inFours(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? text;
}

/** +7 999 000 11 22, +998 90 123 45 67: country, operator, then 3, 2 and 2. */
function groupPhone(phone: string): string {
  const plus = phone.startsWith('+') ? 1 : 0;
  const codeLength = plus + (phone.charAt(plus) === '7' || phone.charAt(plus) === '8' ? 1 : 3);
  const code = phone.slice(0, codeLength);
  const rest = phone.slice(codeLength);
  const operator = rest.slice(0, -7);
  return [code, operator, rest.slice(-7, -4), rest.slice(-4, -2), rest.slice(-2)]
    .filter((group) => group !== '')
    .join(' ');
}
