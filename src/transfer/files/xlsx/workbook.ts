import { posix } from 'node:path';
import { fileFault } from '../file-fault.ts';
import { mostRelations, mostSheetNameCharacters, mostSheets } from '../limits.ts';
import type { Archive } from './archive.ts';
import { type Attributes, readWholeXml } from './xml.ts';

/** A sheet of cells. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of its part. */
  readonly part: string;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly sharedTexts: string | undefined;
  readonly styles: string | undefined;
}

/** The parts that a part refers to. */
interface Relations {
  /** The names of the sheets of cells, by the id of the reference. */
  readonly sheets: ReadonlyMap<string, string>;
  /** The name of the first part of each type. */
  readonly byType: ReadonlyMap<string, string>;
}

/** Reads what the workbook consists of; null if the archive holds no workbook. */
export async function workbookOf(archive: Archive): Promise<Workbook | null> {
  const part = (await relationsOf(archive, '')).byType.get('officedocument') ?? 'xl/workbook.xml';
  const stream = /\.xml$/i.test(part) ? archive.part(part) : null;
  if (stream === null) return null;
  const relations = await relationsOf(archive, part);
  const sheets: Sheet[] = [];
  let [isWorkbook, is1904] = [false, false];
  await readWholeXml(stream, {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet') addSheet(sheets, attributes, relations);
    },
  });
  const { byType } = relations;
  return isWorkbook ? { sheets, is1904, sharedTexts: byType.get('sharedstrings'), styles: byType.get('styles') } : null;
}

function addSheet(sheets: Sheet[], attributes: Attributes, relations: Relations): void {
  const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
  const part = relations.sheets.get(id);
  if (part === undefined) return;
  const { name = '', state = 'visible' } = attributes;
  if (sheets.length >= mostSheets) throw fileFault('The workbook has more than 1,000 sheets.');
  if (name.length > mostSheetNameCharacters) {
    throw fileFault('The workbook has a sheet whose name is longer than 255 characters.');
  }
  sheets.push({ name, isHidden: state !== 'visible', part });
}

/** The parts that a part refers to; those of the whole archive for an empty name. */
export async function relationsOf(archive: Archive, part: string): Promise<Relations> {
  const { dir, base } = posix.parse(part);
  const stream = archive.part(posix.join(dir, '_rels', `${base}.rels`));
  const sheets = new Map<string, string>();
  const byType = new Map<string, string>();
  let count = 0;
  const open = (name: string, attributes: Attributes): void => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
    count += 1;
    if (count > mostRelations) throw fileFault('The workbook has more than 10,000 relationships.');
    const { Type: stated = '', Target: target = '', Id: id = '' } = attributes;
    const type = stated.slice(stated.lastIndexOf('/') + 1).toLowerCase();
    const found = posix.join(target.startsWith('/') ? '' : dir, target.replace(/^\//, ''));
    if (!byType.has(type)) byType.set(type, found);
    if (type === 'worksheet') sheets.set(id, found);
  };
  if (stream !== null) await readWholeXml(stream, { open });
  return { sheets, byType };
}
