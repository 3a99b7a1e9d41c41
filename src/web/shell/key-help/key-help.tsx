import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import type { HelpGroup } from '../../keys/key-names.ts';
import { currentKeys, singleKeys } from '../../keys/keys.ts';
import { closeOverlay } from '../overlays/overlay.ts';
import { Chord } from './chord.tsx';
import style from './key-help.module.css';

/** The keys of the open screen and of every screen, as their declarations name them. */
export function KeyHelp() {
  const [groups] = useState(currentKeys);
  return (
    <Dialog title="Keys" onClose={closeOverlay}>
      <SingleKeys />
      <div className={style.groups}>
        {groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </div>
      <DialogActions>
        <Button onClick={closeOverlay}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

const Group = ({ name, lines }: HelpGroup) => (
  <section aria-label={name}>
    <h3 className="label">{name}</h3>
    <dl>
      {lines.map(({ does, chords }) => (
        <div key={does} className={style.line}>
          <dt>{does}</dt>
          <dd className={style.chords}>
            {chords.map((chord) => (
              <Chord key={chord} chord={chord} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Switches off the keys that somebody may press by accident, or say to a program that types. */
function SingleKeys() {
  const [areOn, setAreOn] = useState(singleKeys.areOn);
  const change = (): void => {
    singleKeys.areOn = !areOn;
    setAreOn(!areOn);
  };
  return (
    <label className={style.switch}>
      <input type="checkbox" role="switch" checked={areOn} data-first onChange={change} />
      <span>
        Single keys
        <span className="quiet"> · letters and signs act without Ctrl</span>
      </span>
    </label>
  );
}
