import { useState } from 'react';
import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { mappingText } from '../../../resources/transfer/mapping-text.ts';
import { readyMappings } from '../../../resources/transfer/ready/ready-mappings.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { toast } from '../../toasts/toasts.ts';
import { saveFile } from '../save-file.ts';
import { SavedMappingChoice } from '../saved/saved-mapping-choice.tsx';
import type { MappingEditing } from './mapping/editing.ts';
import style from './map.module.css';
import { withinColumns } from '../../../resources/transfer/within-columns.ts';
import { PasteDialog } from './paste-dialog.tsx';

/** Takes the mapping from elsewhere, or keeps it for the next file of the same form. */
export function MappingFile({ editing }: { readonly editing: MappingEditing }) {
  const { item, mapping, change } = editing;
  const [isPasting, setPasting] = useState(false);
  const [usedId, setUsed] = useState<string | null>(null);
  const ready = readyMappings.filter(({ family }) => family === item.as);
  const take = (next: Mapping, name: string, savedId: string | null = null): void => {
    const fitting = withinColumns(next, new Set(item.columns.map((column) => column.name)));
    if (fitting.columns.length === 0) {
      toast(`The file has none of the columns of ${name}.`, { isFault: true });
      return;
    }
    const turnTo = (taken: Mapping, id: string | null): void => {
      change(taken);
      setUsed(id);
    };
    turnTo(fitting, savedId);
    toast(`The fields are those of ${name}.`, { action: { name: 'Undo', run: () => turnTo(mapping, usedId) } });
  };
  return (
    <Section title="Use it again">
      <SavedMappingChoice
        editing={editing}
        usedId={usedId}
        onUse={setUsed}
        onTake={(saved) => take(saved.mapping, saved.name, saved.id)}
      />
      <div className={style.again}>
        {ready.length > 0 && (
          <Choice
            name="For a file from another program"
            className={style.choice}
            value=""
            options={[['', 'Choose'], ...ready.map(({ key, name }): [string, string] => [key, name])]}
            onChange={(key) => {
              const found = ready.find((one) => one.key === key);
              if (found) take(found.mapping, found.name);
            }}
          />
        )}
        <Button onClick={() => saveFile(mappingText(mapping), `mapping-${item.as}.json`, 'application/json')}>
          Save as a file
        </Button>
        <Button onClick={() => setPasting(true)}>Take from a file</Button>
      </div>
      {isPasting && <PasteDialog onTake={(next) => take(next, 'the saved file')} onClose={() => setPasting(false)} />}
    </Section>
  );
}
