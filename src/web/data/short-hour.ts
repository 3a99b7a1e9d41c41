/** Writes the hour of an instant for a narrow place: `2p`, `2:30p`; `14:30` where a day has 24 hours. */
export function shortHours(locale: string | undefined, timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  return (instant) => {
    const parts = format.formatToParts(new Date(instant));
    const valueOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    const half = /^[ap]/i.exec(valueOf('dayPeriod'))?.[0];
    if (half === undefined) return format.format(new Date(instant));
    const minutes = valueOf('minute') === '00' ? '' : `:${valueOf('minute')}`;
    return valueOf('hour') + minutes + half.toLowerCase();
  };
}
