import { type SubmitEvent, useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import type { Fields } from '../../data/target.ts';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import form from '../../parts/field/form.module.css';
import { rawLabel, rawText, type RawValue, useRawNames } from '../value-in-words.ts';
import { chosenFields, clashingFields, type ClashingField } from './clashing-fields.ts';
import style from './conflict-dialog.module.css';
import type { Clash } from './conflicts.ts';

interface Props {
  readonly clash: Clash;
  /** @param chosen the fields to send, perhaps none; null if the person did not choose. */
  readonly onAnswer: (chosen: Fields | null) => void;
}

/** Shows for each field that two people have changed what it was, what it is now, and the person's own value. */
export function ConflictDialog({ clash, onAnswer }: Props) {
  const resource = resourceOf(clash.target.plural);
  const directory = useDirectory();
  const formats = useFormats();
  const clashing = clashingFields(clash);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const values = clashing.flatMap(({ name, seen, now, mine }) => [seen, now, mine].map((value) => ({ name, value })));
  const names = useRawNames(resource, values);
  const text = (raw: RawValue): string => rawText(resource, raw, { formats, directory, names });
  const choose = (name: string, isTheirs: boolean): void =>
    setTheirs(new Set([...[...theirs].filter((one) => one !== name), ...(isTheirs ? [name] : [])]));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onAnswer(chosenFields(clash.fields, clashing, theirs));
  };
  const title = (clash.seen['name'] ?? clash.seen['title'] ?? 'this record') as string;
  return (
    <Dialog title={`Somebody has changed ${title} meanwhile`} onClose={() => onAnswer(null)}>
      <form className={form.form} onSubmit={submit}>
        {clashing.map((field) => (
          <Choice
            key={field.name}
            label={rawLabel(resource, field.name, directory)}
            field={field}
            text={(value) => text({ name: field.name, value })}
            when={formats.moment(field.at)}
            isTheirs={theirs.has(field.name)}
            onChoose={(isTheirs) => choose(field.name, isTheirs)}
          />
        ))}
        <DialogActions>
          <Button onClick={() => onAnswer(null)}>Cancel</Button>
          <Button look="filled" type="submit" data-first>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly field: ClashingField;
  readonly text: (value: unknown) => string;
  readonly when: string;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

/** A field with its values, of which one is chosen. */
const Choice = ({ label, field, text, when, isTheirs, onChoose }: ChoiceProps) => (
  <fieldset className={style.field}>
    <legend className="label">{label}</legend>
    <p className={style.seen}>You saw {text(field.seen)}</p>
    <label className={style.choice}>
      <input type="radio" name={field.name} checked={isTheirs} onChange={() => onChoose(true)} />
      <span>
        <strong>{text(field.now)}</strong>
        <span className={style.by}>
          now, by {field.by}, {when}
        </span>
      </span>
    </label>
    <label className={style.choice}>
      <input type="radio" name={field.name} checked={!isTheirs} onChange={() => onChoose(false)} />
      <span>
        <strong>{text(field.mine)}</strong>
        <span className={style.by}>yours</span>
      </span>
    </label>
  </fieldset>
);
