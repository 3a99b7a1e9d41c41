import { useState } from 'react';
import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { readyMappings } from '../../../resources/transfer/ready/ready-mappings.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { toast } from '../../shell/toasts/toasts.ts';
import { saveFile } from '../save-file.ts';
import type { Editing } from './editing.ts';
import style from './map.module.css';
import { withinFile } from './mapping-edits.ts';
import { PasteDialog } from './paste-dialog.tsx';

/** Takes the mapping from elsewhere, or keeps it for the next file of the same form. */
export function MappingFile({ editing }: { readonly editing: Editing }) {
  const { item, mapping, change } = editing;
  const [isPasting, setPasting] = useState(false);
  const ready = readyMappings.filter(({ family }) => family === item.as);
  const take = (next: Mapping, name: string): void => {
    const before = mapping;
    const fitting = withinFile(
      next,
      item.columns.map((column) => column.name),
    );
    if (fitting.columns.length === 0) {
      toast(`The file has none of the columns of ${name}.`, { isFault: true });
      return;
    }
    change(fitting);
    toast(`The fields are those of ${name}.`, { action: { name: 'Undo', run: () => change(before) } });
  };
  return (
    <Section title="Use it again">
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
        <Button
          onClick={() => saveFile(JSON.stringify(mapping, null, 2), `mapping-${item.as}.json`, 'application/json')}
        >
          Save as a file
        </Button>
        <Button onClick={() => setPasting(true)}>Take from a file</Button>
      </div>
      {isPasting && <PasteDialog onTake={(next) => take(next, 'the saved file')} onClose={() => setPasting(false)} />}
    </Section>
  );
}
