import { files } from '../../../resources/files.ts';
import { announceNew } from '../../create/announce-new.ts';
import { sendRequest } from '../../data/api.ts';
import { deleteRecord } from '../../record/deletion.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { type FileOwner, type ListedFile, ownedBy } from '../file.ts';

/** A link as somebody enters it. */
export interface LinkFields {
  readonly url: string;
  readonly name?: string;
}

/** Attaches a link to a record. A toast offers to undo it. @throws {Refused} with the faults of the fields. @throws {Unreachable} */
export async function attachLink(owner: FileOwner, link: LinkFields): Promise<void> {
  const request = { method: 'POST', path: '/files', body: { file: { ...link, ...ownedBy(owner) } } };
  const { body, version } = await sendRequest<{ readonly file: ListedFile }>(request);
  const { id, name } = body.file;
  announceNew(files, id);
  const undo = canUndo(() => void deleteRecord(files, { record: { id }, version: version ?? 0 }, name));
  toast(`${name} is attached.`, { action: { name: 'Undo', run: undo } });
}
