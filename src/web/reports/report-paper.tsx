import { choiceName } from '../../resources/labels.ts';
import { attentionRules } from '../../resources/vocabulary/choices.ts';
import { useDirectory } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import { Mark } from '../parts/mark/mark.tsx';
import paper from '../parts/printed-table.module.css';
import type { Search } from '../queries/address.ts';
import { useDaysInWords } from './days-button.tsx';
import { useInstantsInWords } from './instants-button.tsx';
import { dimensionsOf } from './groups.ts';
import { limitsInWords } from './limits-button.tsx';
import type { ReportHead, ReportKind } from './report-kind.ts';
import style from './reports.module.css';
import { ruleNames } from '../reporting/rule-names.ts';

interface Props {
  readonly kind: ReportKind;
  readonly search: Search;
  readonly report: ReportHead | undefined;
}

/** The head of a report on paper: the firm, the report, and its parameters in words. */
export function PrintedHead({ kind, search, report }: Props) {
  const { account } = useSession();
  const dimensions = dimensionsOf(useDirectory());
  const days = useDaysInWords();
  const instants = useInstantsInWords();
  const group = dimensions.find(({ name }) => name === search['group_by'])?.label;
  const words = [
    kind.isBetween ? instants(search) : report?.from && report.to && days({ from: report.from, to: report.to }),
    group && `by ${group.toLowerCase()}`,
    search['every'] && `${choiceName(search['every'])}s`.toLowerCase(),
    search['curve'] === 'even' && 'the money of a job the same each day',
    attentionRules
      .filter((rule) => search['rule']?.split(',').includes(rule))
      .map((rule) => ruleNames[rule])
      .join(', '),
    kind.parameters.includes('limits') && limitsInWords(search),
  ].filter(Boolean);
  return (
    <div className={style.printed}>
      <div className={paper.head}>
        <p className={paper.firm}>{account.name}</p>
        <Mark />
      </div>
      <p className={paper.line}>{[kind.title, ...words].join(' · ')}</p>
    </div>
  );
}
