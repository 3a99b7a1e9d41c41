import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { type Tab, Tabs } from '../../parts/tabs/tabs.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { useTitle } from '../../parts/use-title.ts';
import { deleteRecord } from '../deletion.ts';
import { Facts, type Sections } from '../facts.tsx';
import { History } from '../history/history.tsx';
import { usePeekPlace, useRecordKeys } from './place.ts';
import { RecordHeading } from './record-heading.tsx';
import style from './record-page.module.css';
import { keepRecent } from '../recent.ts';
import type { LoadedRecord } from '../record-query.ts';

interface Props {
  readonly resource: Resource;
  readonly shown: LoadedRecord;
  readonly title: string;
  /** A line below the title. Empty parts are left out. */
  readonly meta: readonly ReactNode[];
  readonly sections: Sections;
  /** Fields that the screen shows elsewhere. */
  readonly elsewhere?: readonly string[];
  /** Buttons beside the title, for those who may change the record. */
  readonly actions?: ReactNode;
  /** The part between the head and the facts. */
  readonly below?: ReactNode;
  /** The work that belongs to the record. */
  readonly work?: ReactNode;
  /** The people who have to do with it. */
  readonly people?: ReactNode;
}

/** A record: its name, all of its facts, the related records, and its history. */
export function RecordPage(props: Props) {
  const { resource, shown, title, meta, sections, elsewhere = [], actions, below, work, people } = props;
  const canWrite = useSession().user.role !== 'viewer';
  const peek = usePeekPlace();
  const isPage = peek === null;
  useTitle(isPage ? title : null);
  const { plural } = resource;
  const { id } = shown.record;
  useEffect(() => {
    if (isPage) keepRecent({ plural, id, name: title });
  }, [isPage, plural, id, title]);
  const leave = useLeave();
  const remove = (): void => {
    if (canWrite) void deleteRecord(resource, shown, title, leave);
  };
  const deletion = `Delete the ${words(resource)}`;
  useRecordKeys(canWrite ? { delete: { does: deletion, act: remove, isCommand: true } } : {});
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <RecordHeading plural={resource.plural} id={id} title={title}>
          {canWrite && (
            <div className={style.actions} data-chrome>
              <Button look="bare" onClick={remove} aria-label={deletion}>
                Delete
              </Button>
              {actions}
            </div>
          )}
        </RecordHeading>
        <Meta parts={meta} />
        {below}
      </header>
      <Parts
        facts={<Facts resource={resource} shown={shown} sections={sections} elsewhere={elsewhere} />}
        history={<History resource={resource} id={id} />}
        title={title}
        work={work}
        people={people}
      />
    </div>
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
const Meta = ({ parts }: { readonly parts: readonly ReactNode[] }) => (
  <p className={style.meta}>
    {parts.filter(Boolean).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ))}
  </p>
);

interface PartsProps {
  readonly title: string;
  readonly facts: ReactNode;
  readonly work?: ReactNode;
  readonly people?: ReactNode;
  readonly history: ReactNode;
}

/** The parts of a record: side by side where there is room, else as tabs. */
function Parts({ title, facts, work, people, history }: PartsProps) {
  const peek = usePeekPlace();
  const isNarrow = useMedia('(width < 720px)');
  const [tab, setTab] = useState('Facts');
  const tabs: readonly Tab[] = [
    { name: 'Facts', content: <div>{facts}</div> },
    { name: 'Work', content: work },
    { name: 'People', content: people },
    { name: 'History', content: history },
  ];
  if (isNarrow || peek !== null) {
    const filled = tabs.filter(({ content }) => content !== undefined);
    return <Tabs label={title} tabs={filled} shown={peek?.tab ?? tab} onShow={peek?.onTab ?? setTab} />;
  }
  return (
    <div className={style.columns}>
      <div>{facts}</div>
      <div className={style.aside}>
        {work}
        {people}
        {history}
      </div>
    </div>
  );
}
