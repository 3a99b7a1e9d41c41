/** The limit of formats that are kept: a process may serve firms in many zones. */
const mostKept = 100;

/** Keeps the formats of time zones, because to make one takes a hundred times as long as to use it. */
export function zoneFormats(
  make: (timeZone: string) => Intl.DateTimeFormat,
): (timeZone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = known.get(timeZone) ?? make(timeZone);
    if (known.size >= mostKept) known.clear();
    known.set(timeZone, format);
    return format;
  };
}
