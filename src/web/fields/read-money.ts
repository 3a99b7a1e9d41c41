const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/**
 * Reads an amount as people type or paste it: `4.2m`, `850k`, `$4,200,000`, `1200.50`.
 * @returns null if it is none, or if it has more than two decimals or 13 digits before the point.
 */
export function readMoney(text: string): number | null {
  const [, digits = '', unit = ''] = /^[^\d.-]*(\d[\d,]*(?:\.\d*)?|\.\d+)\s*([kmb]?)[a-z]*$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  const cents = Number(digits.replaceAll(',', '')) * (factors[unit.toLowerCase()] ?? 1) * 100;
  // Binary fractions of an amount such as 4.2 times a million are off by less than a thousandth of a cent.
  const whole = Math.round(cents);
  return Math.abs(cents - whole) > 0.001 || whole >= 1e15 ? null : whole / 100;
}
