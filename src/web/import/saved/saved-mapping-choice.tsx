import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import { toast } from '../../toasts/toasts.ts';
import type { MappingEditing } from '../map/mapping/editing.ts';
import style from '../map/map.module.css';
import { useAction } from '../run/use-action.ts';
import { MappingNameDialog } from './mapping-name-dialog.tsx';
import {
  changeMapping,
  createMapping,
  deleteMapping,
  isSameMapping,
  restoreMapping,
  type SavedMapping,
  savedMappingsQuery,
} from './saved-mappings.ts';

interface Props {
  readonly editing: MappingEditing;
  /** The saved mapping that was taken last. */
  readonly usedId: string | null;
  readonly onUse: (id: string) => void;
  /** Takes a saved mapping over, as far as the file has its columns. */
  readonly onTake: (saved: SavedMapping) => void;
}

/** The firm's saved mappings: takes one, saves this one under a name, renames, changes and deletes the one in use. */
export function SavedMappingChoice({ editing: { item, mapping }, usedId, onUse, onTake }: Props) {
  const { data: saved = [], error: unread } = useQuery(savedMappingsQuery(item.as));
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const { error, run } = useAction();
  const picked = inUse(saved, mapping, usedId);
  // It stays in use while the fields are edited, also if the upload has proposed it.
  useEffect(() => {
    if (picked && picked.id !== usedId) onUse(picked.id);
  });
  const take = (id: string): void => {
    const found = saved.find((one) => one.id === id);
    if (found) onTake(found);
  };
  const saveNew = async (name: string): Promise<void> => {
    const { id } = await createMapping({ name, as: item.as, mapping });
    onUse(id);
    toast(`Saved as ${name}. The next file with these columns gets it by itself.`);
  };
  return (
    <div className={style.saved}>
      {saved.length > 0 && (
        <Choice
          name="Saved by your firm"
          className={style.choice}
          value={picked?.id ?? ''}
          options={[['', 'Choose'], ...saved.map(({ id, name }): [string, string] => [id, name])]}
          onChange={take}
        />
      )}
      <div className={style.again}>
        {picked && <ActionsOn one={picked} mapping={mapping} run={run} onRename={() => setNaming('rename')} />}
        <Button onClick={() => setNaming('new')}>Save under a name</Button>
      </div>
      <Problem error={error ?? unread} />
      <NameDialog naming={naming} picked={picked} onSaveNew={saveNew} onClose={() => setNaming(null)} />
    </div>
  );
}

/** The saved mapping with these fields; if there is none, the one that was taken last. */
function inUse(
  saved: readonly SavedMapping[],
  mapping: SavedMapping['mapping'],
  usedId: string | null,
): SavedMapping | undefined {
  const used = saved.find(({ id }) => id === usedId);
  const isSame = (one: SavedMapping): boolean => isSameMapping(one.mapping, mapping);
  return used && isSame(used) ? used : (saved.find(isSame) ?? used);
}

const Problem = ({ error }: { readonly error: unknown }) => (error === null ? null : <Failure error={error} />);

interface NameDialogProps {
  readonly naming: 'new' | 'rename' | null;
  readonly picked: SavedMapping | undefined;
  readonly onSaveNew: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function NameDialog({ naming, picked, onSaveNew, onClose }: NameDialogProps) {
  if (naming === 'new') {
    const title = 'Save the fields under a name';
    return <MappingNameDialog title={title} onClose={onClose} verb="Save" name="" onSave={onSaveNew} />;
  }
  if (naming === null || !picked) return null;
  const rename = async (name: string): Promise<void> => {
    await changeMapping(picked, { name });
  };
  return (
    <MappingNameDialog
      title={`Rename ${picked.name}`}
      verb="Rename"
      name={picked.name}
      onSave={rename}
      onClose={onClose}
    />
  );
}

interface ActionsProps {
  readonly one: SavedMapping;
  readonly mapping: SavedMapping['mapping'];
  readonly run: ReturnType<typeof useAction>['run'];
  readonly onRename: () => void;
}

function ActionsOn({ one, mapping, run, onRename }: ActionsProps) {
  const undo = (act: () => Promise<unknown>): void => {
    void run(act);
  };
  const change = async (): Promise<void> => {
    const before = one.mapping;
    await changeMapping(one, { mapping });
    toast(`Saved the changes to ${one.name}.`, {
      action: { name: 'Undo', run: () => undo(() => changeMapping(one, { mapping: before })) },
    });
  };
  const remove = async (): Promise<void> => {
    await deleteMapping(one);
    toast(`Deleted the saved mapping ${one.name}.`, {
      action: { name: 'Undo', run: () => undo(() => restoreMapping(one)) },
    });
  };
  return (
    <>
      {!isSameMapping(one.mapping, mapping) && (
        <Button onClick={() => void run(change)}>Save the changes to {one.name}</Button>
      )}
      <Button onClick={onRename}>Rename</Button>
      <Button look="danger" onClick={() => void run(remove)}>
        Delete
      </Button>
    </>
  );
}
