import type { Refusal } from '../../../refusal.ts';
import { fileFault } from '../file-fault.ts';
import { plainText } from '../formula-text.ts';
import { bytesBesideText, mostCellCharacters, mostSharedBytes, mostSharedTexts } from '../limits.ts';
import { isBlank } from '../table-row.ts';
import type { Archive } from './archive.ts';
import { cellTextOf, readWholeXml } from './xml.ts';

/**
 * The texts that the cells of a workbook refer to by index, as the cells have them; blank ones are empty. Runs of
 * formatted text are joined; readings are left out.
 */
export async function sharedTextsOf(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const stream = part === undefined ? null : archive.part(part);
  if (stream === null) return [];
  const texts: string[] = [];
  const collector = textCollector(() => longCell());
  let size = 0;
  const close = (name: string): void => {
    collector.close(name);
    if (name !== 'si') return;
    const text = ownText(plainText(cellTextOf(collector.take())));
    size += Buffer.byteLength(text) + bytesBesideText;
    texts.push(isBlank(text) ? '' : text);
    if (size > mostSharedBytes || texts.length > mostSharedTexts) {
      throw fileFault('The workbook has more than 32 MiB of texts. Save the sheet as CSV.');
    }
  };
  await readWholeXml(stream, { ...collector, close }, Infinity);
  return texts;
}

/**
 * Collects the text of `t` elements, except those of phonetic readings (`rPh`).
 * @param tooLong the refusal of a text that is longer than a cell.
 */
export function textCollector(tooLong: () => Refusal): {
  open: (name: string) => void;
  close: (name: string) => void;
  text: (text: string) => void;
  take: () => string;
} {
  let collected = '';
  let isText = false;
  let isReading = false;
  return {
    open: (name) => {
      if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    close: (name) => {
      if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
    text: (text) => {
      if (isText) collected += text;
      if (collected.length > mostCellCharacters) throw tooLong();
    },
    take: () => {
      const text = collected;
      collected = '';
      return text;
    },
  };
}

/** A copy, because a part of a text keeps all of it in memory. */
const ownText = (text: string): string => Buffer.from(text).toString();

/** The refusal of a cell that is too long. @param line the row of the sheet, if this row holds the text itself. */
export const longCell = (line?: number): Refusal =>
  fileFault('The workbook has a cell with more than 65,535 characters.', line === undefined ? {} : { line });
