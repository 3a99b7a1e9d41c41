import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { readWholeXml } from './xml.ts';

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

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly part: string;
}

/** Reads what the workbook consists of; null if the archive holds no workbook. */
export async function workbookOf(archive: Archive): Promise<Workbook | null> {
  const main = (await relationsOf(archive, '')).find(({ type }) => type === 'officedocument')?.part;
  const part = main ?? 'xl/workbook.xml';
  const stream = /\.xml$/i.test(part) ? archive.part(part) : null;
  if (stream === null) return null;
  const relations = await relationsOf(archive, part);
  const sheets: Sheet[] = [];
  let is1904 = false;
  const names = new Set<string>();
  await readWholeXml(stream, {
    open: (name, attributes) => {
      names.add(name);
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = relations.find((each) => each.id === id && each.type === 'worksheet');
      if (relation === undefined) return;
      sheets.push({
        name: attributes['name'] ?? '',
        isHidden: (attributes['state'] ?? 'visible') !== 'visible',
        part: relation.part,
      });
    },
  });
  const partOf = (type: string): string | undefined => relations.find((each) => each.type === type)?.part;
  return names.has('workbook')
    ? { sheets, is1904, sharedTexts: partOf('sharedstrings'), styles: partOf('styles') }
    : null;
}

/** The parts that a part refers to; those of the whole archive for an empty name. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(part);
  const stream = archive.part(posix.join(dir, '_rels', `${base}.rels`));
  const relations: Relation[] = [];
  if (stream === null) return relations;
  await readWholeXml(stream, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const type = Type.slice(Type.lastIndexOf('/') + 1).toLowerCase();
      relations.push({ id: Id, type, part: Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target) });
    },
  });
  return relations;
}
