import { type Formats, useFormats } from '../data/formats.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import { ruleNames } from '../reporting/rule-names.ts';
import { Figure } from './figure.tsx';
import { type LineColumn, LineTable } from './line-table.tsx';
import { Part } from './part.tsx';
import { CutText } from './project-name.tsx';
import type { Monday } from './use-monday.ts';

interface Props extends Pick<Monday, 'attention'> {
  readonly className: string | undefined;
}

/** The projects that need attention, by rule. */
export function Attention({ attention, className }: Props) {
  const formats = useFormats();
  return (
    <Part
      title="Needs attention"
      answer={attention}
      className={className}
      isNone={({ rules }) => rules.every(({ count }) => count === 0)}
      none="No project needs attention."
    >
      {({ rules }) => (
        <LineTable title="Needs attention" columns={columnsOf(formats)} lines={rules} keyOf={({ rule }) => rule} />
      )}
    </Part>
  );
}

type Rule = ReportBody<'attention'>['rules'][number];

const columnsOf = ({ count, shortMoney }: Formats): readonly LineColumn<Rule>[] => [
  { name: 'Rule', look: 'name', cell: ({ rule }) => <CutText text={ruleNames[rule]} /> },
  { name: 'Projects', cell: ({ count: of, projects_url: url }) => <Figure text={count(of)} url={url} /> },
  { name: 'Amount', cell: ({ amount, projects_url: url }) => <Figure text={shortMoney(amount)} url={url} /> },
];
