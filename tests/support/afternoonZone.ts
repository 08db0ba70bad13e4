/** Of a day that is cut at midnight this much has passed. */
const HOUR = 14;

/**
 * A time zone in which it is afternoon now. A sample day reaches from now into the past, and minutes after midnight nothing of it is
 * of today: what is counted of today would be nought.
 */
export function afternoonZone(now: Date): string {
  const ahead = HOUR - now.getUTCHours();
  if (ahead === 0) return 'UTC';
  // In these names the signs are the other way round.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
