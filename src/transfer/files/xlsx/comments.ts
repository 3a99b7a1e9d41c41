import type { Archive } from './archive.ts';
import { relationsOf, type Sheet } from './workbook.ts';
import { readWholeXml } from './xml.ts';

/** The cells of a sheet that have comments, which Excel also calls notes. */
export interface CommentedCells {
  readonly count: number;
  /** The first one, such as `B2`; empty if there is none. */
  readonly first: string;
}

export async function commentedCells(archive: Archive, { part }: Sheet): Promise<CommentedCells> {
  const comments = (await relationsOf(archive, part)).byType.get('comments');
  const stream = comments === undefined ? null : archive.part(comments);
  let [count, first] = [0, ''];
  if (stream === null) return { count, first };
  await readWholeXml(stream, {
    open: (name, { ref = '' }) => {
      if (name !== 'comment') return;
      count += 1;
      if (count === 1) first = ref;
    },
  });
  return { count, first };
}
