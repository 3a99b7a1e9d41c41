import { Refused } from '../../../client/problem.ts';
import type { Field } from '../../../resources/fields.ts';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/resource.ts';
import { sendRequest } from '../../data/api.ts';
import { changeQueue } from '../../data/change-queue.ts';
import type { Formats } from '../../data/formats.ts';
import { counted } from '../../fields/nouns.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { dropEntry, readEntriesAgain, type SmallRecord } from './entries-query.ts';

/**
 * Deletes a record, after its earlier changes.
 * @returns whether it is deleted, or the number of records that use it and hinder the deletion.
 */
export async function removeEntry(resource: Resource, { id, name, version }: SmallRecord): Promise<boolean | number> {
  const { singular, plural } = resource;
  try {
    await changeQueue.delete({ singular, plural, id }, version);
    dropEntry(resource, id);
    const undo = canUndo(() => void restoreEntry(resource, { id, name }));
    toast(`${name} is deleted.`, { action: { name: 'Undo', run: undo } });
    return true;
  } catch (error) {
    const uses = usesOf(error);
    if (uses !== null) return uses;
    toast(`${name} is not deleted. ${reasonOf(error)}`, { isFault: true });
    await readEntriesAgain(resource);
    return false;
  }
}

const usesOf = (error: unknown): number | null =>
  error instanceof Refused && error.code === 'in_use' ? Number(error.problem['uses']) : null;

/** Moves all records that use an entry to another one, and deletes it. @throws {Refused} */
export async function replaceEntry(resource: Resource, entry: SmallRecord, other: SmallRecord): Promise<void> {
  await sendRequest({
    method: 'DELETE',
    path: `/${resource.plural}/${entry.id}`,
    query: { replace_with: other.id },
  });
  dropEntry(resource, entry.id);
  toast(`${entry.name} is deleted. ${other.name} has taken its place.`);
}

/** Restores a deleted record. */
export async function restoreEntry(resource: Resource, { id, name }: Pick<SmallRecord, 'id' | 'name'>): Promise<void> {
  try {
    await sendRequest({ method: 'POST', path: `/${resource.plural}/${id}/restore` });
    toast(`${name} is back.`);
  } catch (error) {
    toast(`${name} is not restored. ${reasonOf(error)}`, { isFault: true });
  }
  await readEntriesAgain(resource);
}

/** `23 projects use Tracking.` */
export function sentenceOfUse(resource: Resource, name: string, uses: number, formats: Formats): string {
  const users = resources.filter(({ fields }) => Object.values(fields).some((field) => refersTo(field, resource)));
  const [only] = users;
  if (users.length !== 1 || !only)
    return uses === 1 ? `1 record uses ${name}.` : `${formats.count(uses)} records use ${name}.`;
  return `${counted(uses, only, formats)} ${uses === 1 ? 'uses' : 'use'} ${name}.`;
}

function refersTo(field: Field, { plural }: Resource): boolean {
  if (field.kind === 'reference' || field.kind === 'references') return field.to === plural;
  return field.kind === 'entry_key' && field.of === plural;
}
