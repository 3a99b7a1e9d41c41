import type { ProblemGroup } from '../../../../resources/transfer/import-summary.ts';
import { useDirectory } from '../../../data/directory.ts';
import { useFormats } from '../../../data/formats.ts';
import { Section } from '../../../parts/section/section.tsx';
import { type Import, isOpen } from '../../import.ts';
import { GroupView } from './group-view.tsx';
import { MendFoot } from './mend-foot.tsx';
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
  const { problems, warnings, near_names: near, left_out: leftOut } = summary;
  const groups = (title: string, some: readonly ProblemGroup[]) =>
    some.length > 0 && (
      <Section title={title} note={count(some.length)}>
        <ul className={style.groups} aria-label={title}>
          {some.map((group) => (
            <Group key={`${group.column ?? ''} ${group.field ?? ''} ${group.code}`} {...{ item, group, mending }} />
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
      {groups(why, problems)}
      {groups(lost, warnings)}
      {leftOut > 0 && (
        <p className="quiet">
          {leftOut === 1
            ? 'There is 1 more problem of another kind.'
            : `There are ${count(leftOut)} more problems of other kinds.`}
        </p>
      )}
      <MendFoot mending={mending} />
      {near.length > 0 && <NearNames item={item} near={near} />}
    </>
  );
}

interface GroupProps {
  readonly item: Import;
  readonly group: ProblemGroup;
  readonly mending: MendingState;
}

function Group({ item, group, mending }: GroupProps) {
  const directory = useDirectory();
  const mendable = isOpen(item) ? mendableOf(item, directory, group) : null;
  return <GroupView {...{ item, group, mendable, mending }} />;
}
