import { ChevronLeft, ChevronRight } from '../parts/icons/screen-icons.tsx';
import type { ReactNode } from 'react';
import { projects } from '../../resources/projects.ts';
import { NewButton } from '../create/new-button.tsx';
import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { Segments } from '../parts/segments/segments.tsx';
import { useKeys } from '../keys/keys.ts';
import style from './calendar-screen.module.css';
import { addMonths, type Month } from './month.ts';
import head from '../parts/screen-head.module.css';

const forms = [
  ['month', 'Month'],
  ['agenda', 'Agenda'],
] as const;

interface Props {
  readonly title: string;
  readonly month: Month;
  readonly thisMonth: Month;
  /** The number of bids of the month that are not submitted yet; null while they are read. */
  readonly count: number | null;
  readonly show: 'month' | 'agenda';
  /** Whether the person can choose between month and agenda. */
  readonly hasChoice: boolean;
  readonly onMonth: (month: Month) => void;
  readonly onShow: (show: 'month' | 'agenda') => void;
  readonly children: ReactNode;
}

/** The month, the way to other months, and how the bids are shown. */
export function CalendarHead({ title, month, thisMonth, count, show, hasChoice, onMonth, onShow, children }: Props) {
  const formats = useFormats();
  const go = (months: number) => (): void => onMonth(addMonths(month, months));
  const toToday = (): void => onMonth(thisMonth);
  useKeys({
    '[': { does: 'Previous month', act: go(-1) },
    ']': { does: 'Next month', act: go(1) },
    '.': { does: 'Go to today', act: toToday, isCommand: true },
  });
  return (
    <header className={head.head}>
      <h1 tabIndex={-1}>
        <span className="hidden-text">Calendar, </span>
        {title}
      </h1>
      <p role="status" className={head.count}>
        {count !== null && count > 0 && `${formats.count(count)} ${count === 1 ? 'bid' : 'bids'} due`}
      </p>
      <div className={head.tools} data-chrome>
        <div className={style.group}>
          <Button aria-label="Previous month" aria-keyshortcuts="[" onClick={go(-1)}>
            <ChevronLeft aria-hidden />
          </Button>
          <Button aria-keyshortcuts="." onClick={toToday}>
            Today
          </Button>
          <Button aria-label="Next month" aria-keyshortcuts="]" onClick={go(1)}>
            <ChevronRight aria-hidden />
          </Button>
        </div>
        {hasChoice && <Segments label="Show" value={show} options={forms} onChange={onShow} />}
        {children}
        {hasChoice && <PrintButton />}
        <NewButton resource={projects} />
      </div>
    </header>
  );
}
