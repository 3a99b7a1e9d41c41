import { projects } from '../../resources/projects.ts';
import { NewButton } from '../create/new-button.tsx';
import { useFormats } from '../data/formats.ts';
import head from '../parts/screen-head.module.css';
import { useTitle } from '../parts/use-title.ts';
import { Bids, useBidsOfToday, Whose } from './bids.tsx';
import style from './today.module.css';
import { CallsToMake, MovedSinceYesterday, TasksToday } from './today-lists.tsx';

/** The day of a person: bids by the hour, tasks, calls to make, and the moves since yesterday. */
export function TodayScreen() {
  const { weekday, today } = useFormats();
  const bids = useBidsOfToday();
  useTitle('Today');
  return (
    <div className={style.screen}>
      <header className={head.head}>
        <h1>Today</h1>
        <p className={head.count}>{weekday(today)}</p>
        <Whose {...bids} />
        <div className={head.tools} data-chrome>
          <NewButton resource={projects} />
        </div>
      </header>
      <div className={style.columns}>
        <Bids {...bids} />
        <div>
          <TasksToday />
          <CallsToMake />
          <MovedSinceYesterday />
        </div>
      </div>
    </div>
  );
}
