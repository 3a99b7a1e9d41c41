const hourMs = 3_600_000;

/** `5 hours ago`, `2 days ago`, as this browser writes it. */
export function ageOf(instant: string, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / hourMs));
  const format = new Intl.RelativeTimeFormat();
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}
