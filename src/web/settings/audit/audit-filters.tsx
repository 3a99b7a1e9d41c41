import { changeActions, changeSources } from '../../../resources/vocabulary/choices.ts';
import { nameOf, useDirectory } from '../../data/directory.ts';
import { choiceName } from '../../../resources/labels.ts';
import type { Search } from '../../queries/address.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import style from './audit.module.css';
import { DayFilter } from './day-filter.tsx';
import { kindName, loggedKinds } from './kinds.ts';

interface Props {
  readonly filters: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The filters of the log: person, kind, action, source and time. */
export function AuditFilters({ filters, onChange }: Props) {
  const { users } = useDirectory();
  const kinds = loggedKinds.map((kind) => [kind.plural, choiceName(kindName(kind))] as const);
  const choices = [
    ['user_id', 'Who', users.map((user) => [user.id, nameOf(user)] as const)],
    ['resource', 'What', kinds],
    ['action', 'Action', changeActions.map((action) => [action, choiceName(action)] as const)],
    ['source', 'How', changeSources.map((source) => [source, sources[source]] as const)],
  ] as const;
  return (
    <div role="group" aria-label="Filters" className={style.filters}>
      {choices.map(([name, label, options]) => (
        <Choice
          key={name}
          className={style.filter}
          name={label}
          value={filters[name] ?? ''}
          options={[['', 'Any'], ...options]}
          onChange={(value) => onChange({ [name]: value || undefined })}
        />
      ))}
      <DayFilter label="From" hour="00:00" value={filters['at[gte]']} onChange={(at) => onChange({ 'at[gte]': at })} />
      <DayFilter label="To" hour="23:59" value={filters['at[lte]']} onChange={(at) => onChange({ 'at[lte]': at })} />
      {Object.keys(filters).length > 0 && (
        <Button
          look="bare"
          onClick={() => onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))}
        >
          Clear the filters
        </Button>
      )}
    </div>
  );
}

const sources: Readonly<Record<(typeof changeSources)[number], string>> = {
  api: 'A program',
  ui: 'The page',
  import: 'An import',
  cli: 'The command line',
};
