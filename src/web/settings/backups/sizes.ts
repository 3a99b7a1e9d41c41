const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `52.1 MB`, as this browser writes it. */
export function inBytes(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  const unit = units[step - 1] ?? 'kilobyte';
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}
