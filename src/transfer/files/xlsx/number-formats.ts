import { fileFault } from '../file-fault.ts';
import { mostFormatCharacters, mostFormats, mostStyles } from '../limits.ts';
import type { Archive } from './archive.ts';
import { type CurrencyFormat, currencyFormatOf } from './currency-formats.ts';
import { decimalsOf, type DigitFormat, digitFormatOf } from './digit-formats.ts';
import { type Attributes, readWholeXml } from './xml.ts';

/** How a number is shown that is a date or a time. */
export type DateFormat = 'date' | 'date_time' | 'time';

/** The formats that Excel has without stating them; the last two groups are dates of East Asian versions. */
const builtIn: readonly (readonly [from: number, to: number, DateFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date_time'],
  [45, 47, 'time'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [50, 58, 'date'],
];

/** How a number is shown that is not a plain amount. A number counts the decimals. */
export type CellFormat = DateFormat | 'percent' | DigitFormat | CurrencyFormat | number;

/** The format `0.00`, which Excel has without stating it. */
const hundredths = { id: 2, decimals: 2 };

/** The formats `0%` and `0.00%`, which Excel has without stating them. */
const percents: readonly number[] = [9, 10];

/** The format of each style of the workbook, by its index; null if it is one of plain amounts. */
export async function cellFormatsOf(
  archive: Archive,
  part: string | undefined,
): Promise<readonly (CellFormat | null)[]> {
  const stream = part === undefined ? null : archive.part(part);
  if (stream === null) return [];
  const formats = new Map<number, CellFormat | null>();
  const styles: number[] = [];
  let isInStyles = false;
  await readWholeXml(stream, {
    open: (name, attributes: Attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), formatOf(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isInStyles = true;
      if (name === 'xf' && isInStyles) styles.push(Number(attributes['numFmtId'] ?? 0));
      if (formats.size > mostFormats) throw fileFault('The workbook has more than 65,490 number formats.');
      if (styles.length > mostStyles) throw fileFault('The workbook has more than 65,490 styles.');
    },
    close: (name) => {
      if (name === 'cellXfs') isInStyles = false;
    },
  });
  return styles.map((id) => formats.get(id) ?? (formats.has(id) ? null : builtInFormat(id)));
}

function builtInFormat(id: number): CellFormat | null {
  if (id === hundredths.id) return hundredths.decimals;
  return percents.includes(id) ? 'percent' : (builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? null);
}

function formatOf(code: string): CellFormat | null {
  if (code.length > mostFormatCharacters) {
    throw fileFault('The workbook has a number format that is longer than 255 characters.');
  }
  return (
    (isPercent(code) ? 'percent' : dateFormatOf(code)) ??
    digitFormatOf(code) ??
    currencyFormatOf(code) ??
    decimalsOf(code)
  );
}

/** Whether a format such as `0.0%` shows a number as a percent. */
const isPercent = (code: string): boolean => /^[^"\\[]*[0#]%/.test(code);

/** The kind of date that a number format shows, by its code such as `[$-409]m/d/yy h:mm AM/PM;@`. */
function dateFormatOf(code: string): DateFormat | null {
  const bare = code.replaceAll(/"[^"]*"|\\.|[_*]./g, '').split(';', 1)[0] ?? '';
  // An amount of hours, such as [h]:mm, is a number.
  if (/\[[hms]+\]/i.test(bare) || /general/i.test(bare)) return null;
  const letters = bare.replaceAll(/\[[^[\]]*\]/g, '').toLowerCase();
  // The m of a format with hours or seconds is that of minutes.
  if (!/[hs]/.test(letters)) return /[ydm]/.test(letters) ? 'date' : null;
  return /[yd]/.test(letters) ? 'date_time' : 'time';
}
