import { type ProblemGroup, warningKind } from '../../../../resources/transfer/import-summary.ts';
import { useDirectory } from '../../../data/directory.ts';
import { useFormats } from '../../../data/formats.ts';
import { Button } from '../../../parts/button/button.tsx';
import { Failure } from '../../../parts/failure/failure.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { type Import, isOpen } from '../../import.ts';
import { GroupView } from './group-view.tsx';
import { mendableOf } from './mended-mapping.ts';
import { NearNames } from './near-names.tsx';
import { Replaced } from './replaced.tsx';
import style from './summary.module.css';
import { type MendingState, useMending } from './use-mending.ts';

/** The problems of the rows by groups: what is wrong, with which texts, and how it can be mended. */
export function SummaryView({ item, onSuperseded }: { readonly item: Import; readonly onSuperseded: () => void }) {
  const { count } = useFormats();
  const mending = useMending(item);
  const { summary } = item;
  if (!summary) return null;
  const { problems, warnings, near_names: near, left_out: others } = summary;
  const kindOf = (wanted: ReturnType<typeof warningKind>) => warnings.filter((group) => warningKind(group) === wanted);
  const groups = (title: string, some: readonly ProblemGroup[], unchanged = leftOut) =>
    some.length > 0 && (
      <Section title={title}>
        <ul className={style.groups} aria-label={title}>
          {some.map((group) => (
            <Group
              key={`${group.column ?? ''} ${group.field ?? ''} ${group.code}`}
              item={item}
              group={group}
              mending={mending}
              unchanged={unchanged}
            />
          ))}
        </ul>
      </Section>
    );
  const [why, lost] = isOpen(item)
    ? ['Why rows are rejected', 'What other rows lose']
    : ['Why rows were rejected', 'What other rows lost'];
  return (
    <>
      <Replaced item={item} warnings={warnings} onShow={onSuperseded} />
      {groups(why, problems, stillRejected)}
      {groups(lost, kindOf('lost'))}
      {groups('Rows to look at', kindOf('noticed'))}
      {groups('Rows that are skipped, because they are no records', kindOf('skipped'))}
      {groups('Columns that are not imported', kindOf('column'))}
      {others > 0 && (
        <p className="quiet">
          {others === 1
            ? 'There is 1 more problem of another kind.'
            : `There are ${count(others)} more problems of other kinds.`}
        </p>
      )}
      <MendFoot mending={mending} />
      {near.length > 0 && <NearNames item={item} near={near} />}
    </>
  );
}

/** The choices that leave the texts of a group as they are. */
const [stillRejected, leftOut] = ['no value yet: the row stays rejected', 'no value yet: the field is not filled'];

interface GroupProps {
  readonly item: Import;
  readonly group: ProblemGroup;
  readonly mending: MendingState;
  readonly unchanged: string;
}

function Group({ item, group, ...mending }: GroupProps) {
  const directory = useDirectory();
  const mendable = isOpen(item) ? mendableOf(item, directory, group) : null;
  return <GroupView item={item} group={group} mendable={mendable} {...mending} />;
}

/** Applies the chosen values to the mapping, and checks the file again. */
function MendFoot({ mending: { count: chosen, error, isBusy, apply } }: { readonly mending: MendingState }) {
  const { count } = useFormats();
  if (chosen === 0) return null;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div className={style.foot}>
        <Button look="filled" disabled={isBusy} onClick={() => void apply()}>
          {chosen === 1 ? 'Replace 1 value and check again' : `Replace ${count(chosen)} values and check again`}
        </Button>
      </div>
    </>
  );
}
