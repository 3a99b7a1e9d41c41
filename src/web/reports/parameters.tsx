import type { ReactNode } from 'react';
import { attentionRules, goalPeriods } from '../../resources/vocabulary/choices.ts';
import { choiceName } from '../../resources/labels.ts';
import { useDirectory } from '../data/directory.ts';
import { Choice } from '../parts/field/choice.tsx';
import type { Search } from '../queries/address.ts';
import type { SearchChanges } from '../queries/use-address.ts';
import { BandsButton } from './bands-button.tsx';
import { BucketsButton } from './buckets-button.tsx';
import { DaysButton } from './days-button.tsx';
import { comingSpans, pastSpans } from './day-spans.ts';
import { dimensionsOf } from './groups.ts';
import { InstantsButton } from './instants-button.tsx';
import { LimitsButton } from './limits-button.tsx';
import type { ParameterName, ReportHead, ReportKind } from './report-kind.ts';
import style from './reports.module.css';
import { ruleNames } from '../reporting/rule-names.ts';

interface ControlProps {
  readonly kind: ReportKind;
  readonly search: Search;
  /** The report that is shown; undefined until it has arrived. */
  readonly report: ReportHead | undefined;
  readonly onChange: (changes: SearchChanges) => void;
}

/** The parameters of a report besides its filters. */
export const Parameters = (props: ControlProps) => (
  <>
    {props.kind.parameters.map((name) => {
      const { control: Control } = controls[name];
      return <Control key={name} {...props} />;
    })}
  </>
);

/** The names in the address that parameters take. They are no filters. */
export const namesOf = (parameters: readonly ParameterName[]): readonly string[] =>
  parameters.flatMap((name) => controls[name].names);

interface Control {
  readonly names: readonly string[];
  readonly control: (props: ControlProps) => ReactNode;
}

const controls: Readonly<Record<ParameterName, Control>> = {
  group_by: { names: ['group_by', 'bands'], control: GroupChoice },
  every: { names: ['every'], control: EveryChoice },
  days: { names: ['from', 'to'], control: (props) => <DaysButton {...props} spansOf={pastSpans} /> },
  coming_days: { names: ['from', 'to'], control: (props) => <DaysButton {...props} spansOf={comingSpans} /> },
  instants: { names: ['from', 'to'], control: InstantsButton },
  rule: { names: ['rule'], control: RuleChoice },
  limits: { names: ['soon_days', 'result_days'], control: LimitsButton },
  buckets: { names: ['every', 'start', 'buckets'], control: BucketsButton },
  curve: { names: ['curve'], control: CurveChoice },
  page: { names: ['page', 'per_page'], control: () => null },
};

function GroupChoice({ kind, search, onChange }: ControlProps) {
  const { refusedGroups = [] } = kind;
  const dimensions = dimensionsOf(useDirectory()).filter(({ name }) => !refusedGroups.includes(name));
  const { group_by: value = '' } = search;
  return (
    <>
      <Choice
        className={style.choice}
        name="Group by"
        value={value}
        options={[['', 'Nothing'], ...dimensions.map(({ name, label }) => [name, label] as const)]}
        onChange={(name) => onChange({ group_by: name, bands: undefined })}
      />
      {value === 'amount_band' && <BandsButton bands={search['bands']} onChange={(bands) => onChange({ bands })} />}
    </>
  );
}

function EveryChoice({ search, onChange }: ControlProps) {
  return (
    <Choice
      className={style.choice}
      name="Periods"
      value={search['every'] ?? ''}
      options={[['', 'None'], ...goalPeriods.map((period) => [period, choiceName(period)] as const)]}
      onChange={(every) => onChange({ every })}
    />
  );
}

/** How the money of a job is spread over its days. */
function CurveChoice({ search, onChange }: ControlProps) {
  return (
    <Choice
      className={style.choice}
      name="Money of a job"
      value={search['curve'] ?? 's'}
      options={[
        ['s', 'More in the middle'],
        ['even', 'The same each day'],
      ]}
      onChange={(curve) => onChange({ curve: curve === 's' ? undefined : curve })}
    />
  );
}

/** All rules, or one of them. An address can name several. */
function RuleChoice({ search, onChange }: ControlProps) {
  const { rule = '' } = search;
  const several = rule.includes(',') ? [[rule, `${rule.split(',').length} rules`] as const] : [];
  return (
    <Choice
      className={style.choice}
      name="Rule"
      value={rule}
      options={[['', 'All'], ...several, ...attentionRules.map((one) => [one, ruleNames[one]] as const)]}
      onChange={(value) => onChange({ rule: value, page: undefined })}
    />
  );
}
