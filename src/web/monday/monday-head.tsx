import { zoneFormats } from '../../resources/written-dates/zone-formats.ts';
import { useSession } from '../data/session.ts';
import { AsOfButton } from '../lists/as-of/as-of-button.tsx';
import { Button } from '../parts/button/button.tsx';
import head from '../parts/screen-head.module.css';
import type { Instant } from './monday-queries.ts';
import style from './monday.module.css';
import { SinceButton, useSinceWords } from './since-button.tsx';

interface Props {
  /** Undefined until the first answer. */
  readonly instant: Instant | undefined;
  readonly since: string | undefined;
  /** As the address has it. */
  readonly asOf: string | undefined;
  readonly timeZone: string;
  readonly onAsOf: (asOf: string | undefined) => void;
  readonly onSince: (since: string | undefined) => void;
  readonly onPrint: () => void;
}

/** The firm, the day and the instant of the page, and its controls. */
export function MondayHead({ instant, since, asOf, timeZone, onAsOf, onSince, onPrint }: Props) {
  const { account } = useSession();
  const words = useSinceWords();
  return (
    <header className={`${head.head} ${style.head}`}>
      <h1 tabIndex={-1}>Monday</h1>
      <p className={head.count} role="status">
        <bdi className={style.firm}>{account.name}</bdi>
        <span className={style.day}>
          {instant && ` · ${dayWords(instant.day)} · as of ${timeWords(instant.at, timeZone)}`}
          {since !== undefined && ` · change since ${words(since)}`}
        </span>
      </p>
      <div className={head.tools} data-chrome>
        <AsOfButton asOf={asOf} onChange={onAsOf} />
        <SinceButton since={since} day={instant?.day} onChange={onSince} />
        <Button aria-keyshortcuts="p" onClick={onPrint}>
          Print
        </Button>
      </div>
    </header>
  );
}

const dayFormat = zoneFormats(
  (timeZone) =>
    new Intl.DateTimeFormat(undefined, {
      ...{ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric', timeZone },
    }),
);

/** `Monday, Mar 30, 2026`. */
const dayWords = (day: string): string => dayFormat('UTC').format(Date.parse(`${day}T00:00:00Z`));

const timeFormat = zoneFormats(
  (timeZone) =>
    new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }),
);

/** `9:00 AM CDT`. */
const timeWords = (instant: string, timeZone: string): string => timeFormat(timeZone).format(new Date(instant));
