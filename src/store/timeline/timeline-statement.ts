import type { Param } from '../../database/engine.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import {
  importantFields,
  type RecordSource,
  recordSources,
  sourceOf,
  type TimelineFamily,
  type TimelineSource,
  type TimelineType,
} from '../../resources/timeline.ts';
import { fingerprintsSelect } from '../rows/select.ts';
import { type Owners, ownersOf } from './timeline-owners.ts';

/** The place of an entry: its time, its source and its id there. Entries are in descending order of the three. */
export interface TimelinePlace {
  readonly at: string;
  readonly source: TimelineSource;
  readonly id: string;
}

/** The entries that a request asks for. */
export interface TimelineRange {
  readonly accountId: string;
  readonly family: TimelineFamily;
  readonly id: string;
  readonly types: readonly TimelineType[];
  /** The entry before the first one; undefined from the latest entry on. */
  readonly after: TimelinePlace | undefined;
  /** The number of entries. */
  readonly most: number;
}

/** The statement that reads a part of a timeline, as rows of `TimelineRow`, the latest first. */
export function timelineStatement(range: TimelineRange): { text: string; parameters: readonly Param[] } {
  const parts = new StatementParts(range);
  const owners = ownersOf(range.family);
  const branches = owners.flatMap((some, index) => parts.branches(some, `owners_${index}`));
  const order = (of: string): string => `order by ${of}.at desc, ${of}.source collate "C" desc, ${of}.id desc`;
  const sources = [...new Set(range.types.map(sourceOf))];
  const records = sources.filter((source): source is RecordSource => source in recordSources);
  const text = `with ${owners.map(({ ids }, index) => `owners_${index} as materialized (${ids})`).join(',\n')},
found as materialized (
  select source, type, at, id from (
    ${branches.join('\n    union\n    ')}
  ) e ${order('e')} limit ${range.most}
)
select owner.id::text as owner, f.source, f.type, f.at, f.id::text as id${detailColumns(sources, parts)},
  concat(${['null', ...records.map((source) => `${source}.fingerprint`)].join(', ')}) as fingerprint
from owners_0 owner
left join found f on true
${[...detailJoins(sources), ...records.map(fingerprintJoin)].join('\n')}
${order('f')}`;
  return { text, parameters: parts.parameters };
}

/** The parts of a statement, with the values that they hold as parameters. */
class StatementParts {
  readonly #range: TimelineRange;
  readonly parameters: Param[];

  constructor(range: TimelineRange) {
    this.#range = range;
    this.parameters = [range.accountId, range.id];
  }

  hold(value: Param, type: string): string {
    return `$${this.parameters.push(value)}::${type}`;
  }

  /** A select of the latest entries of each source that the request asks for. @param from the name of the owners. */
  branches({ family, sources }: Owners, from: string): string[] {
    const asked = new Set(this.#range.types.map(sourceOf));
    return sources.filter((source) => asked.has(source)).flatMap((source) => this.#ofSource(source, family, from));
  }

  #ofSource(source: TimelineSource, family: TimelineFamily, from: string): string[] {
    switch (source) {
      case 'stage_change':
        return family === 'projects' ? [this.#moves(from)] : [];
      case 'change':
        return [this.#changes(family, from)];
      default:
        return this.#records(source, resourceOf(family), from);
    }
  }

  /** The records of a source by each reference to the family. */
  #records(source: RecordSource, family: Resource, from: string): string[] {
    const { plural, at } = recordSources[source];
    const { singular, fields } = resourceOf(plural);
    const kinds = this.#range.types.filter((type) => sourceOf(type) === source);
    const isAsked = source === 'note' ? ` and t.kind = any(${this.hold(kinds, 'text[]')})` : '';
    const conditions = `t.deleted_at is null and t.${at} is not null${isAsked}`;
    const type = source === 'note' ? 't.kind' : `'${source}'`;
    return Object.entries(fields).flatMap(([name, field]) => {
      const one = { source, type, at: `t.${at}`, from };
      if (field.kind === 'reference' && field.to === family.plural) {
        const rows = `${plural} t where t.account_id = $1::bigint and t.${name}_id = s.id and ${conditions}`;
        return [this.#branch({ ...one, rows })];
      }
      if (field.kind !== 'references' || field.to !== family.plural) return [];
      const rows = `${field.through} l join ${plural} t on t.account_id = $1::bigint and t.id = l.${singular}_id
      where l.account_id = $1::bigint and l.${family.singular}_id = s.id and ${conditions}`;
      return [this.#branch({ ...one, rows })];
    });
  }

  /** The first stage of a project belongs to its creation. */
  #moves(from: string): string {
    const rows = `stage_changes t where t.account_id = $1::bigint and t.project_id = s.id
      and t.taken_back_at is null and t.from_stage_id is not null`;
    return this.#branch({ source: 'stage_change', type: `'stage_change'`, at: 't.at', rows, from });
  }

  #changes(family: TimelineFamily, from: string): string {
    const rows = `changes t where t.account_id = $1::bigint and t.resource = '${family}' and t.record_id = s.id
      and (t.action = 'create' or t.action = 'update' and t.fields ?| ${this.hold(importantFields[family], 'text[]')})`;
    return this.#branch({ source: 'change', type: `'change'`, at: 't.at', rows, from });
  }

  #branch({ source, type, at, rows, from }: Branch): string {
    const { after, most } = this.#range;
    const before = after
      ? ` and (${at}, t.id) < (${this.hold(after.at, 'timestamptz')}, ${this.hold(idBelow(source, after), 'bigint')})`
      : '';
    return `select '${source}' as source, e.type, e.at, e.id from ${from} s cross join lateral (
      select ${type} as type, ${at} as at, t.id from ${rows}${before}
      order by ${at} desc, t.id desc limit ${most}
    ) e`;
  }
}

/** The rows of one source by one reference: what follows `from`, over `t`, for an owner `s`. */
interface Branch {
  readonly source: TimelineSource;
  readonly type: string;
  readonly at: string;
  readonly rows: string;
  readonly from: string;
}

const beyondIds = '9223372036854775807';

/** The id below which entries of a source follow the place, at its very time. */
function idBelow(source: TimelineSource, after: TimelinePlace): string {
  if (source === after.source) return after.id;
  return source < after.source ? beyondIds : '0';
}

/** The columns of changes and moves; of changes only the important fields, because others may be long. */
function detailColumns(sources: readonly TimelineSource[], parts: StatementParts): string {
  const fields = (): string => `(select jsonb_object_agg(v.key, v.value) from jsonb_each(change.fields) v
    where ${parts.hold(JSON.stringify(importantFields), 'jsonb')} -> change.resource ? v.key)`;
  return [
    sources.includes('change')
      ? `, change.action, change.user_id::text, change.resource, change.record_id::text, ${fields()} as fields`
      : '',
    sources.includes('stage_change')
      ? ', move.project_id::text, move.from_stage_id::text, move.to_stage_id::text, move.by_id::text'
      : '',
  ].join('');
}

const detailJoins = (sources: readonly TimelineSource[]): string[] => [
  ...(sources.includes('change')
    ? [`left join changes change on change.account_id = $1::bigint and f.source = 'change' and change.id = f.id`]
    : []),
  ...(sources.includes('stage_change')
    ? [`left join stage_changes move on move.account_id = $1::bigint and f.source = 'stage_change' and move.id = f.id`]
    : []),
];

/** The fingerprints of the records that are entries, so that the render cache can show them. */
function fingerprintJoin(source: RecordSource): string {
  const { plural } = recordSources[source];
  const rows = `select r.* from ${plural} r
    where r.account_id = $1::bigint and r.id in (select id from found where source = '${source}')`;
  return `left join (${fingerprintsSelect(resourceOf(plural), [])(rows, '', [])}) ${source}
  on f.source = '${source}' and ${source}.id = f.id`;
}
