import style from './card-menu.module.css';

interface Props {
  /** The action for screen readers: `Actions for North Lab`. */
  readonly label: string;
  readonly className: string | undefined;
  /** -1 where a key does the same. */
  readonly tabIndex?: number;
  readonly onOpen: () => void;
}

/** The ⋯ of a card, which opens what can be done with it. */
export const CardMenu = ({ label, className = '', tabIndex, onOpen }: Props) => (
  <button
    type="button"
    className={`${style.menu} ${className}`}
    tabIndex={tabIndex}
    aria-label={label}
    onClick={onOpen}
  >
    ⋯
  </button>
);
