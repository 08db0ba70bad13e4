/** How a number cell of a workbook reads: as a spreadsheet shows it, with fifteen digits and no exponent. */

const EXACT_DIGITS = 15;
const INTEGER = /^-?\d+$/u;

/** Whole numbers stay as they are written: a program may have written more digits than a spreadsheet keeps. */
export function numberText(raw: string): string {
  if (INTEGER.test(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  // 1500.1 + 0.2 is kept as 1500.3000000000002 and shown as 1500.3.
  const [digits = '', exponent = '0'] = value.toExponential(EXACT_DIGITS - 1).split('e');
  return plain(digits.replace('.', ''), Number(exponent));
}

/** The digits with their point put behind place `exponent`. */
function plain(signed: string, exponent: number): string {
  const sign = signed.startsWith('-') ? '-' : '';
  const digits = signed.slice(sign.length).replace(/0+$/u, '');
  if (digits === '') return '0';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** ECMA-376, 18.8.30: formats of dates and times that every workbook has. */
function isBuiltInDate(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

/** Quoted and escaped text, colours and conditions, and the width of a letter say nothing about what is shown. */
const DECORATION = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./gu;

export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  const bare = code.replaceAll(DECORATION, '');
  return !/general/iu.test(bare) && /[dmyhs]/iu.test(bare);
}

const DAY_MS = 86_400_000;
/** Day 0 of each date system. The first one counts a 29 February 1900, which was none: only days before it are off by one. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** `2026-05-12`, or with its time of day. */
export function dateText(raw: string, is1904: boolean): string {
  const days = Number(raw);
  const date = new Date((is1904 ? EPOCHS[1904] : EPOCHS[1900]) + Math.round(days * DAY_MS));
  if (!Number.isFinite(days) || Number.isNaN(date.getTime())) return raw;
  const iso = date.toISOString();
  return iso.endsWith('T00:00:00.000Z')
    ? iso.slice(0, 10)
    : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
