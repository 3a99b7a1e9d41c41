import { Fragment, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import { ActionMenu, type MenuAction } from '../../parts/action-menu/action-menu.tsx';
import { Button } from '../../parts/button/button.tsx';
import { copyLink } from '../../parts/copy-link.ts';
import { Ellipsis } from '../../parts/icons/screen-icons.tsx';
import { type Tab, Tabs } from '../../parts/tabs/tabs.tsx';
import { narrow, useMedia } from '../../parts/use-media.ts';
import { useTitle } from '../../parts/use-title.ts';
import { writeSearch } from '../../queries/address.ts';
import { deleteRecord } from '../deletion.ts';
import { Facts, type Sections } from '../facts.tsx';
import { HeadCells, type HeadField } from '../head-cells.tsx';
import { History } from '../history/history.tsx';
import { usePeekPlace, useRecordKeys } from './place.ts';
import { RecordHeading } from './record-heading.tsx';
import style from './record-page.module.css';
import { Past, useCanChange } from '../past.ts';
import { keepRecent } from '../recent.ts';
import type { LoadedRecord } from '../record-query.ts';

interface Props {
  readonly resource: Resource;
  readonly shown: LoadedRecord;
  readonly title: string;
  /** A line below the title. Empty parts are left out. */
  readonly meta: readonly ReactNode[];
  readonly sections: Sections;
  /** The fields in the head. */
  readonly head?: readonly HeadField[];
  /** The last cell of the head, which is no field. */
  readonly lastCell?: ReactNode;
  /** Fields that the screen shows elsewhere. */
  readonly elsewhere?: readonly string[];
  /** The button that chooses the instant at which the record is shown. */
  readonly instant?: ReactNode;
  /** Buttons beside the title, for those who may change the record. */
  readonly actions?: ReactNode;
  /** Actions of its menu. */
  readonly menu?: readonly MenuAction[];
  /** The part below the title, before the fields of the head. */
  readonly above?: ReactNode;
  /** The part between the head and the facts. */
  readonly below?: ReactNode;
  /** What has happened with the record. Its page begins with it. */
  readonly activity?: ReactNode;
  /** The files of the record. They stand above its facts. */
  readonly files?: ReactNode;
  /** The work that belongs to the record. */
  readonly work?: ReactNode;
  /** The people who have to do with it. */
  readonly people?: ReactNode;
  /** Whether its page begins with the people. */
  readonly isPeopleFirst?: boolean;
}

/** A record: its head, what has happened with it, the work and the people, its history, and all of its facts. */
export function RecordPage(props: Props) {
  const { resource, shown, title, meta, sections, head = [], lastCell, elsewhere = [] } = props;
  const { instant, actions, menu = [], above, below } = props;
  const canWrite = useCanChange();
  const peek = usePeekPlace();
  const isPage = peek === null;
  const isPast = useContext(Past) !== null;
  useTitle(isPage ? title : null);
  const { plural } = resource;
  const { id } = shown.record;
  useEffect(() => {
    // A past record may have another name now.
    if (isPage && !isPast) keepRecent({ plural, id, name: title });
  }, [isPage, isPast, plural, id, title]);
  const leave = useLeave();
  const remove = (): void => {
    if (canWrite) void deleteRecord(resource, shown, title, leave);
  };
  const deletion = `Delete the ${words(resource)}`;
  useRecordKeys(canWrite ? { delete: { does: deletion, act: remove, isCommand: true } } : {});
  const hidden = [...elsewhere, ...head.map(({ name }) => name)];
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <RecordHeading plural={resource.plural} id={id} title={title}>
          <div className={style.actions} data-chrome>
            {instant}
            {canWrite && actions}
            <RecordMenu
              plural={plural}
              id={id}
              title={title}
              actions={[
                ...(canWrite ? menu : []),
                ...(canWrite ? [{ name: deletion, key: 'Delete', run: remove }] : []),
              ]}
            />
          </div>
        </RecordHeading>
        <Meta parts={meta} />
        {above}
        {head.length > 0 && <HeadCells key={id} resource={resource} shown={shown} fields={head} last={lastCell} />}
        {below}
      </header>
      <Parts
        facts={
          <>
            {props.files}
            <Facts key={id} resource={resource} shown={shown} sections={sections} elsewhere={hidden} />
          </>
        }
        history={<History resource={resource} shown={shown} />}
        {...props}
      />
    </div>
  );
}

interface MenuProps {
  readonly plural: string;
  readonly id: string;
  readonly title: string;
  readonly actions: readonly MenuAction[];
}

/** The ⋯ of a record, with what is not done every day. */
function RecordMenu({ plural, id, title, actions }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const asOf = useContext(Past) ?? undefined;
  const path = `/${plural}/${id}${writeSearch({ as_of: asOf })}`;
  const copy = { name: 'Copy link', run: () => copyLink(path) };
  return (
    <>
      <Button aria-label="More actions" onClick={() => setOpen(true)}>
        <Ellipsis aria-hidden />
      </Button>
      {isOpen && <ActionMenu title={title} actions={[copy, ...actions]} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Closes the record beside its list, if it still stands there. */
function useLeave(): () => void {
  const close = usePeekPlace()?.onClose;
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
    return () => {
      latest.current = undefined;
    };
  }, [close]);
  return () => latest.current?.();
}

/** The parts of a line, with dots between them. */
function Meta({ parts }: { readonly parts: readonly ReactNode[] }) {
  const filled = parts.filter(Boolean);
  if (filled.length === 0) return null;
  return (
    <p className={style.meta}>
      {filled.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  );
}

interface PartsProps extends Pick<Props, 'title' | 'activity' | 'work' | 'people' | 'isPeopleFirst'> {
  readonly facts: ReactNode;
  readonly history: ReactNode;
}

/** The parts of a record: what has happened, with everything else beside it, where there is room; else as tabs. */
function Parts({ title, activity, facts, history, ...stream }: PartsProps) {
  const peek = usePeekPlace();
  const isNarrow = useMedia(narrow);
  const parts = streamOf(stream);
  const tabs = tabsOf(parts, { activity, facts, history, isFactsFirst: !stream.isPeopleFirst });
  const [tab, setTab] = useState(tabs[0]?.name ?? '');
  if (isNarrow || peek !== null) {
    return <Tabs label={title} tabs={tabs} shown={peek?.tab ?? tab} onShow={peek?.onTab ?? setTab} />;
  }
  return <Columns activity={activity} facts={facts} history={history} parts={parts} />;
}

interface ColumnsProps extends Pick<PartsProps, 'activity' | 'facts' | 'history'> {
  readonly parts: readonly Tab[];
}

/** The left column is what has happened; of a record without a timeline, the work, the people and the history. */
function Columns({ activity, facts, history, parts }: ColumnsProps) {
  const others = (
    <>
      {parts.map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
      {history}
    </>
  );
  return (
    <div className={style.columns}>
      <div className={style.stream}>{activity ?? others}</div>
      <div className={style.stream}>
        <div>{facts}</div>
        {activity !== undefined && others}
      </div>
    </div>
  );
}

/** The work and the people of a record, in the order of its page. */
function streamOf({
  work,
  people,
  isPeopleFirst,
}: Omit<PartsProps, 'title' | 'activity' | 'facts' | 'history'>): readonly Tab[] {
  const parts = [
    { name: 'Work', content: work },
    { name: 'People', content: people },
  ];
  return (isPeopleFirst ? parts.toReversed() : parts).filter(({ content }) => content !== undefined);
}

interface OtherParts {
  readonly activity: ReactNode;
  readonly facts: ReactNode;
  readonly history: ReactNode;
  readonly isFactsFirst: boolean;
}

function tabsOf(stream: readonly Tab[], { activity, facts, history, isFactsFirst }: OtherParts): readonly Tab[] {
  const first = activity === undefined ? [] : [{ name: 'Activity', content: activity }];
  const factsTab = { name: 'Facts', content: <div>{facts}</div> };
  const middle = isFactsFirst ? [factsTab, ...stream] : [...stream, factsTab];
  return [...first, ...middle, { name: 'History', content: history }];
}
