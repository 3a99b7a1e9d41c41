import { Refusal } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import { resourceOf } from '../../resources/index.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { type FileUsage, readContent, readUsage } from '../../store/files/file-contents.ts';
import type { StoreContext } from '../request-context.ts';
import { notFound } from '../results.ts';

/** The contents of a file. */
export interface StoredContents {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * The contents of a live file.
 * @throws {Refusal} `not_found`, with the reason: a link has none, and those of a file whose owner is in the trash are
 * shut away with it.
 */
export async function readContents({ store, actor }: StoreContext, id: string): Promise<StoredContents> {
  const row = isId(id) ? await readContent(store.engine, actor.accountId, id) : undefined;
  if (!row) throw notFound(resourceOf('files'), id);
  const { name, size, sha256, trashed_owner: owner } = row;
  if (size === null || sha256 === null) throw noContents(id, 'It is a link: open its url.');
  if (owner !== null) {
    const what = words(resourceOf(owner));
    throw noContents(id, `The ${what} to which it belongs is in the trash: restore the ${what} first.`);
  }
  if (!row.has_blob) throw noContents(id, 'They were erased in the trash: attach the same bytes again.');
  return { name, size, sha256 };
}

/** The refusal of contents that are not there. */
export const noContents = (id: string, reason: string): Refusal =>
  new Refusal('not_found', `The file ${id} has no contents. ${reason}`);

/** The contents of the account in numbers. */
export const readFileUsage = ({ store, actor }: StoreContext): Promise<FileUsage> =>
  readUsage(store.engine, actor.accountId);
