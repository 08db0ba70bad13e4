/** "1 500.00 RUB". All four currencies have two decimals. The spaces do not break. */
export function displayAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
  return `${whole}.${digits.slice(-2)}`;
}

/** Groups as people read them: a phone by its usual cuts, anything else by four. */
export function groupNumber(number: string): readonly string[] {
  const phone = /^(\+[0-9])([0-9]{3})([0-9]{3})([0-9]{2})([0-9]{2})$/u.exec(number);
  if (phone !== null) return phone.slice(1);
  return number.match(/.{1,4}/gu) ?? [];
}

/** "15 Nov 2026, 01:20 UTC" */
export function displayTime(at: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
