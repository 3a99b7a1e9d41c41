import { Button } from '../../parts/button/button.tsx';

/** A list beside a record shows at most so many records. */
export const mostRows = 100;

interface Props {
  /** The number of rows that are shown. */
  readonly shown: number;
  /** The number of all of them. */
  readonly count: number;
  readonly onMore: () => void;
}

/** Shows the rows of a list beside a record that do not show at first. */
export const MoreRows = ({ shown, count, onMore }: Props) =>
  count > shown &&
  shown > 0 &&
  shown < mostRows && (
    <Button look="bare" onClick={onMore}>
      Show {count > mostRows ? `the first ${mostRows}` : `all ${count}`}
    </Button>
  );
