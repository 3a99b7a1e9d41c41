import { posix } from 'node:path';
import { fileFault } from '../file-fault.ts';
import { addressOf } from '../hyperlinks.ts';
import { mostLinkCharacters, mostLinks } from '../limits.ts';
import type { Archive } from './archive.ts';
import { columnOf } from './merged-cells.ts';
import type { Sheet } from './workbook.ts';
import { type Attributes, readWholeXml } from './xml.ts';

/** The addresses to which the cells of a sheet lead, by row and by the index of the column. */
export type SheetLinks = ReadonlyMap<number, ReadonlyMap<number, string>>;

/**
 * The links of a sheet to places outside of the workbook. They stand behind the rows, so the sheet is read before its rows
 * are; a sheet without links is not.
 */
export async function linksOf(archive: Archive, { part }: Sheet): Promise<SheetLinks> {
  const targets = await targetsOf(archive, part);
  const stream = targets.size === 0 ? null : archive.part(part);
  const links = new Map<number, Map<number, string>>();
  if (stream === null) return links;
  let count = 0;
  const open = (name: string, attributes: Attributes): void => {
    const target = name === 'hyperlink' ? targets.get(idOf(attributes)) : undefined;
    if (target === undefined) return;
    for (const [row, column] of cellsOf(attributes['ref'] ?? '')) {
      count += 1;
      if (count > mostLinks) throw tooMany();
      const others = links.get(row);
      if (others) others.set(column, target);
      else links.set(row, new Map([[column, target]]));
    }
  };
  await readWholeXml(stream, { open }, Infinity);
  return links;
}

const idOf = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

const tooMany = () =>
  fileFault('The sheet has more than 65,530 links, or links of more than 8 Mi characters. Save the sheet as CSV.');

/** The addresses by the ids by which the sheet names them. */
async function targetsOf(archive: Archive, part: string): Promise<ReadonlyMap<string, string>> {
  const { dir, base } = posix.parse(part);
  const stream = archive.part(posix.join(dir, '_rels', `${base}.rels`));
  const targets = new Map<string, string>();
  let characters = 0;
  const open = (name: string, { Type: type = '', Target: target = '', Id: id = '' }: Attributes): void => {
    if (name !== 'Relationship' || !/\/hyperlink$/i.test(type) || target === '') return;
    characters += target.length;
    targets.set(id, addressOf(target));
    if (targets.size > mostLinks || characters > mostLinkCharacters) throw tooMany();
  };
  if (stream !== null) await readWholeXml(stream, { open }, Infinity);
  return targets;
}

/** The rows and columns of a reference such as `B2` or `B2:B9`. A link of a whole column says nothing of one row. */
function* cellsOf(reference: string): Generator<readonly [row: number, column: number]> {
  const [first = '', last = first] = reference.replaceAll('$', '').split(':');
  const height = rowOf(last) - rowOf(first) + 1;
  if (height * (columnOf(last) - columnOf(first) + 1) > mostOfRange) return;
  for (let row = rowOf(first); row <= rowOf(last); row += 1)
    for (let column = columnOf(first); column <= columnOf(last); column += 1) yield [row, column];
}

const mostOfRange = 1000;

const rowOf = (reference: string): number => Number(reference.replace(/^[A-Z]{1,3}/i, ''));
