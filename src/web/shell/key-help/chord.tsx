import { isMac } from '../../keys/is-mac.ts';
import { keysOf } from '../../keys/key-names.ts';
import style from './chord.module.css';

/** A chord as people read it: `Ctrl` `K`. */
export const Chord = ({ chord }: { readonly chord: string }) => (
  <span className={style.chord}>
    {keysOf(chord, isMac).map((key) => (
      <kbd key={key} className={style.key}>
        {key}
      </kbd>
    ))}
  </span>
);
