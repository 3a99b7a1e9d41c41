import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Stage, useDirectory } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import { whenDragging } from '../parts/dragging.ts';
import { narrow, useMedia } from '../parts/use-media.ts';
import { useKeys } from '../keys/keys.ts';
import { cardAfter, firstCard } from './board-steps.ts';
import style from './board.module.css';
import type { Card } from '../pursuits/card-fields.ts';
import { focusCard, focusedCard } from '../pursuits/cards/card-focus.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import { CardDialogs } from '../pursuits/cards/card-dialogs.tsx';
import type { CardMenuKind, OpenDialog } from '../pursuits/cards/open-dialog.ts';
import { changeCard } from '../pursuits/cards/change-card.ts';
import { moveTo } from '../pursuits/cards/moves.ts';
import type { PursuitCards } from '../pursuits/cards/pursuit-cards.ts';
import { useHoldWhileDragging } from '../pursuits/cards/use-hold.ts';
import type { FocusStep } from '../pursuits/cards/step.ts';
import { useStepKeys } from '../pursuits/cards/use-step-keys.ts';
import { CloseTray } from './close-tray.tsx';
import { useCollapsed } from './collapsed-columns.ts';
import { ColumnPicker } from './column-picker.tsx';
import { ColumnView } from './column-view.tsx';
import { FoldedColumns, useFolding } from './folded-columns.tsx';
import type { BoardColumn } from './grouping.ts';
import { dropOn } from './moves.ts';
import { hueOf } from '../pursuits/stage-hue.ts';
import { noTotal, type Total, type BoardQuery, type TotalledCards, withTotals } from './summary.ts';

/** The cards, and how the board arranges them. */
export interface BoardProps extends BoardQuery {
  readonly cards: PursuitCards;
  readonly columns: readonly BoardColumn[];
  /** By column; undefined while they are read. */
  readonly totals: ReadonlyMap<string, Total> | undefined;
}

/** The number of rendered cards to stay below on a large screen, with the one that has the focus. */
const mostCards = 159;

/** The columns and their cards, and everything that keys, the mouse and menus do to them. */
export function Board({ cards, query, grouping, columns: all, totals }: BoardProps) {
  const { project_stages: stages } = useDirectory();
  const { store } = cards;
  const collapsed = useCollapsed(grouping);
  const [stop, setStop] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const board = useMemo(() => withTotals(cards, { query, grouping }), [cards, query, grouping]);
  useHoldWhileDragging(cards);
  const canWrite = useSession().user.role !== 'viewer';
  const announcement = useRef<HTMLParagraphElement>(null);

  const move = useCallback(
    (card: Card, stage: Stage): void => {
      if (stage.category !== 'open') {
        setDialog({ kind: 'close', card, stage });
        return;
      }
      const before = stages.find(({ id }) => id === card.project_stage_id);
      void changeCard(board, card, moveTo(card, stage, before));
      if (announcement.current) announcement.current.textContent = `Moved to ${stage.name}, ${placeOf(store, card)}.`;
    },
    [board, stages, store],
  );
  // The service does not add up weeks.
  const totalOf = (key: string): Total | null =>
    grouping === 'week' || totals === undefined ? null : (totals.get(key) ?? noTotal);
  // The totals may be older than a card that has just come.
  const isEmpty = (key: string): boolean => (totalOf(key)?.count ?? 0) === 0 && store.column(key).length === 0;
  const { shown: columns, folded, unfold } = useFolding({ grouping, columns: all, isEmpty });
  const isNarrow = useMedia(narrow);
  const isCollapsed = ({ key }: BoardColumn): boolean => !isNarrow && collapsed.isCollapsed(key, isEmpty(key));
  const openColumns = columns.filter((column) => !isCollapsed(column));
  const focusStop = stop !== null && store.get(stop) ? stop : firstCard(store, openColumns);
  useDrops({ board, columns, stages, move });
  const after = (step: FocusStep, id: string) => cardAfter(step, id, { store, columns: openColumns });
  useStepKeys({ store, stop: focusStop, setStop, after, words: stepWords });
  useCardKeys({ store, stages, move, setDialog, canWrite });
  const openMenu = useCallback(
    (id: string, kind: CardMenuKind = 'menu') => {
      const card = store.get(id);
      if (card) setDialog({ kind, card });
    },
    [store],
  );
  const element = useRef<HTMLDivElement>(null);
  return (
    <>
      {isNarrow && <ColumnPicker key={grouping} columns={columns} store={store} totalOf={totalOf} board={element} />}
      <div className={style.frame}>
        <div ref={element} className={style.board} data-scroll="board">
          {columns.map((column, index) => {
            const isHere = focusStop !== null && columnOf(store.get(focusStop), cards) === column.key;
            return (
              <ColumnView
                key={column.key}
                column={column}
                store={store}
                total={totalOf(column.key)}
                most={Math.floor(mostCards / openColumns.length)}
                hue={grouping === 'stage' ? hueOf(index, columns.length) : undefined}
                isCollapsed={isCollapsed(column)}
                onCollapse={isNarrow ? null : collapsed.set}
                stop={isHere ? focusStop : null}
                onFocus={setStop}
                onMenu={canWrite ? openMenu : null}
              />
            );
          })}
          {folded > 0 && <FoldedColumns count={folded} onOpen={unfold} />}
        </div>
        {canWrite && <CloseTray stages={stages.filter(({ category }) => category !== 'open')} />}
        <p ref={announcement} className="hidden-text" aria-live="polite" />
        <CardDialogs screen={board} dialog={dialog} onOpen={setDialog} onMove={move} />
      </div>
    </>
  );
}

const stepWords = {
  group: 'A card',
  down: 'Next card',
  up: 'Card before',
  left: 'Column before',
  right: 'Next column',
};

/** The place of a card in its column: `4 of 12`. */
function placeOf(store: CardStore, { id }: Card): string {
  const card = store.get(id);
  const cards = card ? store.column(store.keyOf(card)) : [];
  return `${cards.findIndex((one) => one.id === id) + 1} of ${cards.length}`;
}

const columnOf = (card: Card | undefined, { store }: PursuitCards): string | null => (card ? store.keyOf(card) : null);

interface BoardDrops {
  readonly board: TotalledCards;
  readonly columns: readonly BoardColumn[];
  readonly stages: readonly Stage[];
  readonly move: (card: Card, stage: Stage) => void;
}

/** A card dropped on a column gets its value; one dropped on a closing stage opens the dialog that closes it. */
function useDrops({ board, columns, stages, move }: BoardDrops): void {
  const { store } = board.cards;
  useEffect(() => {
    const drop = (card: Card, to: Readonly<Record<string, unknown>>): void => {
      const stageId = to['closing'] ?? (board.grouping === 'stage' ? to['column'] : undefined);
      const stage = stages.find(({ id }) => id === stageId);
      if (stage && stage.id !== card.project_stage_id) move(card, stage);
      if (stage) return;
      const column = columns.find(({ key }) => key === to['column']);
      if (!column?.drop || column.key === store.keyOf(card)) return;
      void changeCard(board, card, dropOn(card, column, column.drop));
    };
    return whenDragging(({ monitorForElements }) =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const card = store.get(String(source.data['card']));
          const to = location.current.dropTargets[0]?.data;
          if (card && to) drop(card, to);
        },
      }),
    );
  }, [board, store, columns, stages, move]);
}

interface CardKeys {
  readonly store: CardStore;
  readonly stages: readonly Stage[];
  readonly move: (card: Card, stage: Stage) => void;
  readonly setDialog: (dialog: OpenDialog) => void;
  readonly canWrite: boolean;
}

/** The keys that change the focused card. */
function useCardKeys({ store, stages, move, setDialog, canWrite }: CardKeys): void {
  const onCard = (act: (card: Card) => void) => (): void => {
    const card = focusedCard(store);
    if (card) act(card);
  };
  const open = stages.filter(({ category }) => category === 'open');
  const neighbour = (by: 1 | -1) =>
    onCard((card) => {
      const stage = open[open.findIndex(({ id }) => id === card.project_stage_id) + by];
      if (!stage) return;
      move(card, stage);
      focusCard(card.id);
    });
  const command = { isCommand: true, when: () => focusedCard(store) !== undefined } as const;
  const keys = {
    'shift+arrowright': { does: 'Move to the next stage', act: neighbour(1), ...command },
    'shift+arrowleft': { does: 'Move to the stage before', act: neighbour(-1), ...command },
    m: { does: 'Move to a stage', act: onCard((card) => setDialog({ kind: 'move', card })), ...command },
    a: { does: 'Give to an estimator', act: onCard((card) => setDialog({ kind: 'assign', card })), ...command },
    d: { does: 'Move the due date', act: onCard((card) => setDialog({ kind: 'due', card })), ...command },
  };
  useKeys(canWrite ? keys : {}, { group: 'A card' });
}
