import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import style from './views-dialog.module.css';

interface Props {
  readonly label: string;
  readonly verb: string;
  readonly name?: string;
  readonly onSave: (name: string) => void;
}

/** The name of a view, and a button that saves it. */
export function NameForm({ label, verb, name = '', onSave }: Props) {
  const [text, setText] = useState(name);
  const given = text.trim();
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '' && given !== name) onSave(given);
      }}
    >
      <Field
        label={label}
        value={text}
        maxLength={255}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{verb}</Button>
    </form>
  );
}
