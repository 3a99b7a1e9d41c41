import { useQuery } from '@tanstack/react-query';
import { projects } from '../../../resources/projects.ts';
import { useFormats } from '../../data/formats.ts';
import { useFilterTexts } from '../../lists/filters/use-filter-texts.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import row from '../../parts/row-with-button.module.css';
import { type CalendarFeed, feedsQuery, searchOf } from './feeds.ts';

/** The feeds of the person, each with what it follows. */
export function OwnFeeds({ onDelete }: { readonly onDelete: (feed: CalendarFeed) => void }) {
  const { data: feeds = [], error, refetch } = useQuery(feedsQuery);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (feeds.length === 0) return null;
  return (
    <section>
      <h3 className="label">Your addresses</h3>
      <ul aria-label="Your addresses">
        {feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} onDelete={() => onDelete(feed)} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly feed: CalendarFeed;
  readonly onDelete: () => void;
}

function FeedRow({ feed, onDelete }: RowProps) {
  const { moment } = useFormats();
  const filters = useFilterTexts(projects, searchOf(feed));
  return (
    <li className={row.row}>
      <div>
        <p dir="auto">{feed.name}</p>
        <p className="small quiet">
          {filters.join(' · ') || 'All open projects'} · made {moment(feed.created_at)}
        </p>
      </div>
      <Button aria-label={`Delete ${feed.name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}
