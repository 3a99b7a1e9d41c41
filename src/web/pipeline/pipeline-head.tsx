import type { ReactNode } from 'react';
import { projects } from '../../resources/projects.ts';
import { NewButton } from '../create/new-button.tsx';
import { useDirectory } from '../data/directory.ts';
import type { Search } from '../queries/address.ts';
import { ViewsButton } from '../lists/views/views-button.tsx';
import { useViews } from '../lists/views/views.ts';
import { useSession } from '../data/session.ts';
import { Choice } from '../parts/field/choice.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { narrow, useMedia } from '../parts/use-media.ts';
import { type CardOrder, cardOrders } from '../pursuits/card-order.ts';
import { FoldedChoices } from './folded-choices.tsx';
import { type Grouping, groupings } from './grouping.ts';
import style from './pipeline-screen.module.css';

interface Props {
  readonly grouping: Grouping;
  readonly order: CardOrder;
  readonly search: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
  readonly onOpen: (search: Search) => void;
  /** The filters, where a narrow screen folds them. */
  readonly children: ReactNode;
}

const place = { plural: 'projects', screen: 'pipeline' };

const groupingNames: Readonly<Record<Grouping, string>> = {
  stage: 'Stage',
  estimator: 'Estimator',
  division: 'Division',
  week: 'Week due',
};

const orderNames: Readonly<Record<CardOrder, string>> = {
  due: 'Due',
  amount: 'Amount',
  age: 'Days in stage',
  name: 'Name',
};

/** The title of the board, whose projects it shows, and how it is arranged. */
export function PipelineHead({ grouping, order, search, onChange, onOpen, children }: Props) {
  const { views, view } = useViews(place, search);
  const { users } = useDirectory();
  const { user } = useSession();
  const isNarrow = useMedia(narrow);
  const others = users.filter(({ id }) => id !== user.id);
  const choices = (
    <>
      <Choice
        className={style.choice}
        name="Estimator"
        value={search['assigned_to_id'] ?? ''}
        options={[
          ['', 'Everybody'],
          ['me', 'Me'],
          ...others.map(({ id, name, email }) => [id, name ?? email] as const),
          ['null', 'Nobody'],
        ]}
        onChange={(value) => onChange({ assigned_to_id: value === '' ? undefined : value })}
      />
      <Choice
        className={style.choice}
        name="Group by"
        value={grouping}
        options={groupings.map((one) => [one, groupingNames[one]])}
        onChange={(value) => onChange({ group: value === 'stage' ? undefined : value })}
      />
      <Choice
        className={style.choice}
        name="Sort by"
        value={order}
        options={cardOrders.map((one) => [one, orderNames[one]])}
        onChange={(value) => onChange({ order: value === 'due' ? undefined : value })}
      />
    </>
  );
  return (
    <header className={style.head}>
      <h1>{view?.name ?? 'Pipeline'}</h1>
      <div className={style.choices} data-chrome>
        {children}
        {isNarrow ? <FoldedChoices>{choices}</FoldedChoices> : choices}
        <ViewsButton place={place} views={views} view={view} search={search} onOpen={onOpen} />
        {!isNarrow && <PrintButton />}
        <NewButton resource={projects} />
      </div>
    </header>
  );
}
