import { flushSync } from 'react-dom';
import { Picker } from '../picker/picker.tsx';
import { Popover } from '../popover/popover.tsx';
import style from './action-menu.module.css';

/** An action of a menu. */
export interface MenuAction {
  readonly name: string;
  /** Its key, for people. */
  readonly key?: string;
  /** The heading of the actions that belong together. */
  readonly group?: string;
  /** Whether it is the choice that holds now. */
  readonly isCurrent?: boolean;
  readonly run: () => void;
}

/** A device for fingers usually has no keys. */
const hasKeys = (): boolean => window.matchMedia('(pointer: fine)').matches;

interface Props {
  /** The subject of the actions. */
  readonly title: string;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
}

/** Actions on what was pressed, at its place. Typing narrows them. */
export const ActionMenu = ({ title, actions, onClose }: Props) => (
  <Popover title={title} onClose={onClose}>
    <Picker
      label="Action"
      options={actions.map(({ name, key, group, isCurrent = false }) => ({
        key: name,
        name,
        isCurrent,
        ...(key === undefined || !hasKeys() ? {} : { note: <kbd className={style.key}>{key}</kbd> }),
        ...(group === undefined ? {} : { group }),
      }))}
      onPick={(name) => {
        // A dialog that an action opens returns the focus to the element that had it before the menu.
        flushSync(onClose);
        actions.find((action) => action.name === name)?.run();
      }}
    />
  </Popover>
);
