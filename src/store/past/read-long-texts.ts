import type { Engine } from '../../database/engine.ts';
import { ofEach, type Resource } from '../../resources/resource.ts';
import { readRows } from '../cache/packed-rows.ts';
import { quoted } from '../rows/columns.ts';
import { longTexts } from './past-table.ts';

/** The long texts of a version of a record, by column. */
export interface LongTexts {
  readonly id: string;
  readonly [column: string]: string | null;
}

interface Versions {
  readonly accountId: string;
  readonly resource: Resource;
  readonly rows: readonly { readonly id: string; readonly version: number }[];
}

/**
 * The long texts of versions of records: as the first later change found them, or the current ones if no change named
 * them since.
 * @throws {Refusal} `invalid_query` if they exceed the limit of an answer.
 */
export async function readLongTexts(engine: Engine, { accountId, resource, rows }: Versions) {
  const versions = JSON.stringify(rows.map(({ id, version }) => ({ id, version })));
  const found = await readRows<LongTexts>(engine, textsSql(resource), [accountId, versions]);
  return new Map(found.map((texts) => [texts.id, texts]));
}

const textsSql = ofEach((resource): string => {
  const { plural } = resource;
  const names = longTexts(resource);
  const values = names.map((name) => {
    const text = `case when l_${name}.id is null then t.${quoted(name)} else l_${name}.text end`;
    return `${text} as ${quoted(name)}`;
  });
  const sizes = names.map((name) => `coalesce(octet_length(v.${quoted(name)}), 0)`);
  const later = names.map(
    (name) => `left join lateral (
      select c.id, c.fields -> '${name}' ->> 'from' as text from changes c
      where c.account_id = $1::bigint and c.resource = '${plural}' and c.record_id = r.id
        and c.version > r.version and c.fields ? '${name}'
      order by c.id limit 1
    ) l_${name} on true`,
  );
  return `select v.*, ${sizes.join(' + ')} as row_size
  from (
    select r.id, ${values.join(', ')}
    from jsonb_to_recordset($2::jsonb) as r (id bigint, version integer)
    join ${plural} t on t.account_id = $1::bigint and t.id = r.id
    ${later.join('\n    ')}
  ) v`;
});
