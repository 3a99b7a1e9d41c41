import { useState } from 'react';
import { Labelled } from '../../parts/field/labelled.tsx';
import { singleKeys } from '../../shell/keys.ts';
import { ThemeSelect } from '../../shell/theme-select.tsx';
import style from './me.module.css';

/** The colours of the page and its single keys in this browser. */
export function ThisBrowser() {
  const [areOn, setAreOn] = useState(singleKeys.areOn);
  return (
    <div className={style.choices}>
      <Labelled label="Colors">{(input) => <ThemeSelect {...input} />}</Labelled>
      <label className={style.choice}>
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => {
            singleKeys.areOn = target.checked;
            setAreOn(target.checked);
          }}
        />
        <span>
          Single keys act
          <span className="small quiet">
            <br />
            Such as M to move a project. Switch them off if you use speech input. Keys with Ctrl always act.
          </span>
        </span>
      </label>
    </div>
  );
}
