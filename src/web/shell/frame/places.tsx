import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Building2,
  CalendarDays,
  ChartColumn,
  ContactRound,
  FileInput,
  Gauge,
  HardHat,
  Inbox,
  ListTodo,
  NotebookPen,
  Phone,
  Settings,
  SquareKanban,
  Sun,
  Trash2,
} from '../../parts/icons/icons.tsx';
import type { Query } from '../../../client/request.ts';
import { useFormats } from '../../data/formats.ts';
import { useSession } from '../../data/session.ts';
import { countQuery } from '../../queries/count-query.ts';
import style from './places.module.css';

interface PlaceCount {
  readonly plural: string;
  readonly query: Query;
  /** The name of the counted things, for screen readers. */
  readonly of: string;
}

/** The groups of the navigation, in order. The last one stands at its foot. */
type PlaceGroup = 'work' | 'records' | 'foot';

const open = { plural: 'leads', query: { view: 'open' }, of: 'open' };
const due = {
  plural: 'tasks',
  query: { assigned_to_id: 'me', completed_at: 'null', 'deadline[lte]': 'today' },
  of: 'due',
};

/**
 * The screens that the navigation, the keys and the command menu lead to, in order. `key` follows `G`. Small screens
 * show those on the bar, and the others under More.
 */
export const places = [
  { to: '/monday', name: 'Monday', key: 'm', icon: Gauge, group: 'work', isOnBar: false, counted: null },
  { to: '/today', name: 'Today', key: 'd', icon: Sun, group: 'work', isOnBar: true, counted: null },
  { to: '/pipeline', name: 'Pipeline', key: 'p', icon: SquareKanban, group: 'work', isOnBar: true, counted: null },
  { to: '/calendar', name: 'Calendar', key: 'c', icon: CalendarDays, group: 'work', isOnBar: true, counted: null },
  { to: '/leads', name: 'Leads', key: 'l', icon: Inbox, group: 'work', isOnBar: true, counted: open },
  { to: '/tasks', name: 'Tasks', key: 't', icon: ListTodo, group: 'work', isOnBar: false, counted: due },
  { to: '/reports', name: 'Reports', key: 'e', icon: ChartColumn, group: 'work', isOnBar: false, counted: null },
  { to: '/projects', name: 'Projects', key: 'r', icon: HardHat, group: 'records', isOnBar: false, counted: null },
  { to: '/companies', name: 'Companies', key: 'o', icon: Building2, group: 'records', isOnBar: false, counted: null },
  { to: '/contacts', name: 'Contacts', key: 'n', icon: ContactRound, group: 'records', isOnBar: false, counted: null },
  { to: '/calls', name: 'Calls', key: 'a', icon: Phone, group: 'records', isOnBar: false, counted: null },
  { to: '/notes', name: 'Notes', key: 'w', icon: NotebookPen, group: 'records', isOnBar: false, counted: null },
  {
    to: '/import',
    name: 'Import',
    key: 'i',
    icon: FileInput,
    group: 'foot',
    isOnBar: false,
    counted: null,
    isForWriters: true,
  },
  { to: '/trash', name: 'Trash', key: 'h', icon: Trash2, group: 'foot', isOnBar: false, counted: null },
  { to: '/settings', name: 'Settings', key: 's', icon: Settings, group: 'foot', isOnBar: false, counted: null },
] as const satisfies readonly {
  readonly to: string;
  readonly name: string;
  readonly key: string;
  readonly icon: typeof Inbox;
  readonly group: PlaceGroup;
  readonly isOnBar: boolean;
  readonly counted: PlaceCount | null;
  /** Whether viewers have no use for it. */
  readonly isForWriters?: true;
}[];

export type MenuPlace = (typeof places)[number];

/** The places that the signed-in person has a use for. */
export function usePlaces(): readonly MenuPlace[] {
  const { role } = useSession().user;
  return role === 'viewer' ? places.filter((place) => !('isForWriters' in place)) : places;
}

/** Whether a place is on the bar of small screens. A viewer makes no records, which leaves room for Monday. */
export function useIsOnBar(): (place: MenuPlace) => boolean {
  const isViewer = useSession().user.role === 'viewer';
  return ({ isOnBar, to }) => isOnBar || (isViewer && to === '/monday');
}

interface Props {
  readonly places: readonly MenuPlace[];
  /** The names stand in a tooltip, and screen readers read them. */
  readonly isNarrow?: boolean;
  readonly onGo?: () => void;
}

/** Links to screens, with the number of what waits there. */
export const PlaceLinks = ({ places: shown, isNarrow = false, onGo }: Props) => (
  <ul className={isNarrow ? style.corner : undefined}>
    {shown.map(({ to, name, icon: Icon, counted }) => (
      <li key={to}>
        <Link to={to} className={style.place} title={isNarrow ? name : undefined} onClick={onGo}>
          <Icon aria-hidden />
          <span className={isNarrow ? 'hidden-text' : style.name}>{name}</span>
          {counted && <Count {...counted} />}
        </Link>
      </li>
    ))}
  </ul>
);

/** The number of what waits at a place. */
export function Count({ plural, query, of }: PlaceCount) {
  const { count } = useFormats();
  const { data = 0 } = useQuery(countQuery(plural, query));
  if (data === 0) return null;
  return (
    <span className={style.count}>
      {count(data)} <span className="hidden-text">{of}</span>
    </span>
  );
}
