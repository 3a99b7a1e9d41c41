import { nameOf } from '../data/directory.ts';
import { type Formats, useFormats } from '../data/formats.ts';
import { listPath } from '../queries/list-path.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import { type LineColumn, LineTable } from './line-table.tsx';
import { Part } from './part.tsx';
import { CutText, ProjectName } from './project-name.tsx';
import type { Monday } from './use-monday.ts';

/** The most bids of the table. */
const mostBids = 12;

interface Props extends Pick<Monday, 'bids'> {
  readonly className: string | undefined;
}

/** The bids of the next fourteen days, by the hour. */
export function BidsDue({ bids, className }: Props) {
  const formats = useFormats();
  return (
    <Part
      title="Bids due"
      note={() => '14 days'}
      answer={bids}
      className={className}
      isNone={({ count }) => count === 0}
      none="No bid is due in these days."
    >
      {({ days, count, projects_url: url }) => (
        <LineTable
          title="Bids due"
          columns={columnsOf(formats)}
          lines={days.flatMap(({ date, bids: ofDay }) => ofDay.map((bid) => ({ ...bid, date }))).slice(0, mostBids)}
          keyOf={({ project }) => project.id}
          isStacked
          more={{ count: count - mostBids, path: listPath(url, { sort: 'bid_due_date' }) }}
        />
      )}
    </Part>
  );
}

type Bid = ReportBody<'bids_due'>['days'][number]['bids'][number] & { readonly date: string };

const columnsOf = (formats: Formats): readonly LineColumn<Bid>[] => [
  { name: 'Day', look: 'short', cell: ({ date }) => formats.weekday(date) },
  { name: 'Hour', look: 'short', cell: (bid) => hourOf(bid, formats) },
  { name: 'Project', look: 'name', cell: ({ project }) => <ProjectName {...project} /> },
  { name: 'Client', look: 'long', cell: ({ company }) => company && <CutText text={nameOf(company)} /> },
  { name: 'Estimator', look: 'brief', cell: ({ assigned_to: user }) => user && <CutText text={nameOf(user)} /> },
  { name: 'Amount', look: 'aside', cell: ({ amount }) => formats.shortMoney(amount) },
];

/** The hour of a bid, and whether it is in. */
function hourOf({ bid_due_at: at, submitted_at: submitted }: Bid, { time }: Formats): string | null {
  const hour = at === null ? '' : time(at);
  return `${hour}${submitted === null ? '' : ' submitted'}`.trim() || null;
}
