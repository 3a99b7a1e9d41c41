import { resources } from '../resources/index.ts';
import { eventTypes, testEventType } from '../resources/events.ts';
import { webhooks } from '../resources/managed/webhooks.ts';
import { columnsOf, type Resource } from '../resources/resource.ts';
import { changeActions, changeSources, fileKinds } from '../resources/vocabulary/choices.ts';
import { greatestNumber, longestPattern } from '../resources/vocabulary/project-number.ts';
import { archivedImport, archivedImportRow } from './archived-imports.ts';
import { logged, loggedSchema } from './archived-log.ts';
import { storedInstant, storedText, storedValue } from './archived-values.ts';
import { componentSchemas } from './components.ts';
import { nameSchema, orNull, valueSchema } from './field-schema.ts';
import { closed, type JsonSchema } from './json-schema.ts';
import { newSchemaCompiler } from './schema-compiler.ts';
import { problemOf } from './problems.ts';
import { sizesOf } from './sizes.ts';
import type { Problem } from '../refusal.ts';

/** A column of a table with rows in an archive, as the database's catalogue describes it. */
export interface ArchivedColumn {
  readonly name: string;
  /** As `format_type` names it. */
  readonly type: string;
  readonly isRequired: boolean;
}

/** Judges a row of an archive by the schemas and limits of the API. @param pointer to the row. */
export type JudgeRow = (row: Readonly<Record<string, unknown>>, pointer: string) => readonly Problem[];

/** The problems that are told of one row. */
const mostOfRow = 10;

/** The judges of the rows of tables. Each schema is compiled with its first row. */
class RowJudges {
  readonly #ajv = newSchemaCompiler();
  readonly #schemas = componentSchemas(resources);
  readonly #compiled = new Map<string, JudgeRow>();

  constructor() {
    this.#ajv.addSchema({ $id: 'document', components: { schemas: this.#schemas } });
  }

  /** The judge of the rows of a table. */
  ofTable(table: string, columns: readonly ArchivedColumn[]): JudgeRow {
    const ofRow = this.#judge(table, () => rowSchema(table, columns));
    if (table !== 'changes') return ofRow;
    return (row, pointer) => {
      const problems = ofRow(row, pointer);
      const name = String(row['resource']);
      return problems.length > 0 ? problems : this.#judge(`changes of ${name}`, () => loggedSchema(name))(row, pointer);
    };
  }

  #judge(name: string, schemaOf: () => JsonSchema): JudgeRow {
    const known = this.#compiled.get(name) ?? this.#compile(schemaOf());
    this.#compiled.set(name, known);
    return known;
  }

  #compile(schema: JsonSchema): JudgeRow {
    const [sizes, whole] = [this.#ajv.compile(sizesOf(schema, this.#schemas)), this.#ajv.compile(schema)];
    return (row, pointer) => {
      const errors = sizes(row) && whole(row) ? [] : [...(sizes.errors ?? whole.errors ?? [])];
      return errors.slice(0, mostOfRow).flatMap((error) => problemOf(error, pointer) ?? []);
    };
  }
}

let judges: RowJudges | undefined;

/** The judge of the rows of a table. A process keeps it, because compiling takes long. */
export function judgeOfTable(table: string, columns: readonly ArchivedColumn[]): JudgeRow {
  judges ??= new RowJudges();
  return judges.ofTable(table, columns);
}

/** The schema of an archive's row. The service computes what it leaves out: sort keys and the words of a search. */
function rowSchema(table: string, columns: readonly ArchivedColumn[]): JsonSchema {
  const known = { ...fieldsOf(resources.find(({ plural }) => plural === table)), ...special[table] };
  return closed(
    Object.fromEntries(
      columns.map(({ name, type, isRequired }) => {
        const schema = known[name] ?? (name === 'version' ? version : byType(type));
        return [name, isRequired || !('type' in schema) ? schema : orNull(schema)];
      }),
    ),
  );
}

/** The greatest id: the greatest integer that every JSON parser reads exactly. */
const id: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
/** A record keeps room for changes to come. */
const version: JsonSchema = { type: 'integer', minimum: 1, maximum: 2 ** 30 };

/** The schemas of the types of Postgres. Postgres itself judges the other types. */
function byType(type: string): JsonSchema {
  if (type.startsWith('timestamp')) return storedInstant;
  if (type.startsWith('numeric') || type === 'double precision') return { type: 'number' };
  return types[type] ?? {};
}

const types: Readonly<Record<string, JsonSchema>> = {
  bigint: id,
  integer: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  text: storedText(65_535),
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'text[]': { type: 'array', items: storedText(255), maxItems: 1000 },
};

type ColumnSchemas = Readonly<Record<string, JsonSchema>>;

/** The schemas of what clients give, by column. Ids are numbers in a row. */
const fieldsOf = (resource: Resource | undefined): ColumnSchemas =>
  Object.fromEntries(
    (resource ? columnsOf(resource) : []).flatMap(({ name, field }): [string, JsonSchema][] => {
      if (field.kind === 'reference' || field.readOnly || field.internal) return [];
      return [[name, storedValue(field)]];
    }),
  );

const messageId: JsonSchema = { type: 'string', pattern: '^msg_[0-9A-Za-z]{27}$' };
const families: JsonSchema = { type: 'string', enum: resources.map(({ plural }) => plural) };

/** The schemas of the columns that no resource declares, by table and column. */
const special: Readonly<Record<string, ColumnSchemas>> = {
  account: {
    name: nameSchema,
    time_zone: { type: 'string', format: 'time-zone' },
    currency: { type: 'string', format: 'currency' },
    fiscal_year_starts_month: { type: 'integer', minimum: 1, maximum: 12 },
    project_number_pattern: { ...storedText(longestPattern), format: 'number-pattern' },
  },
  changes: {
    resource: { type: 'string', enum: logged },
    action: { type: 'string', enum: changeActions },
    source: { type: 'string', enum: changeSources },
    request_id: storedText(255),
    fields: { type: 'object', additionalProperties: closed({ from: {}, to: {} }) },
  },
  files: {
    kind: { type: 'string', enum: fileKinds },
    media_type: storedText(255),
    size: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  import_made: { resource: families },
  import_rows: archivedImportRow,
  import_states: archivedImport,
  project_number_counters: {
    year: { type: 'integer', minimum: 0, maximum: 9999 },
    next: { type: 'integer', minimum: 1, maximum: greatestNumber + 1 },
  },
  preferences: { document: { type: 'object' } },
  search_terms: { resource: families, term: storedText(128) },
  webhook_attempts: { message_id: messageId },
  webhook_messages: {
    id: messageId,
    event_id: { type: 'string', pattern: '^evt_[0-9A-Za-z]{27}$' },
    event_type: { type: 'string', enum: [...eventTypes, testEventType] },
    resource: { type: 'string', enum: [...resources.map(({ plural }) => plural), webhooks.plural] },
  },
  webhooks: {
    url: { ...valueSchema(webhooks.fields.url), format: 'web-address' },
    description: valueSchema(webhooks.fields.description),
    filter_types: valueSchema(webhooks.fields.filter_types),
    include: valueSchema(webhooks.fields.include),
    rate_limit: valueSchema(webhooks.fields.rate_limit),
  },
};
