const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** `12 kB`. */
export function fileSize(bytes: number, count: (count: number) => string): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return `${count(size < 10 && power > 0 ? Math.round(size * 10) / 10 : Math.round(size))} ${units[power] ?? ''}`;
}
