import { fileFault } from '../file-fault.ts';
import { mostRowCharacters, mostSharedCharacters, mostSharedTexts } from '../limits.ts';
import type { Archive } from './archive.ts';
import { cellTextOf, readWholeXml } from './xml.ts';

/** The texts that the cells of a workbook refer to by index. Runs of formatted text are joined; readings are left out. */
export async function sharedTextsOf(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const stream = part === undefined ? null : archive.part(part);
  if (stream === null) return [];
  const texts: string[] = [];
  const collector = textCollector();
  let size = 0;
  const close = (name: string): void => {
    collector.close(name);
    if (name !== 'si') return;
    const text = ownText(cellTextOf(collector.take()));
    size += text.length;
    texts.push(text);
    if (size > mostSharedCharacters || texts.length > mostSharedTexts) {
      throw fileFault('The workbook has more than 64 MiB of texts. Save the sheet as CSV.');
    }
  };
  await readWholeXml(stream, { ...collector, close }, Infinity);
  return texts;
}

/** Collects the text of `t` elements, except those of phonetic readings (`rPh`). */
export function textCollector(): {
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
      if (collected.length > mostRowCharacters) throw fileFault('The workbook has a cell that is longer than 1 MiB.');
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
