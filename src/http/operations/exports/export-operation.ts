import { askedOf } from '../../../records/reading/list-request.ts';
import { dayContext } from '../../../records/reading/renderer.ts';
import { searchProblems } from '../../../records/reading/search.ts';
import { countWhole, walkList, type WholeList } from '../../../records/reading/walk.ts';
import type { RequestContext, StoreContext } from '../../../records/request-context.ts';
import { queryRefusal, Refusal } from '../../../refusal.ts';
import { hasCustomFields } from '../../../resources/list-fields.ts';
import { type Resource, valuesAside } from '../../../resources/resource.ts';
import { schemaName } from '../../../schema/record-schemas.ts';
import { csvOf } from '../../../transfer/exports/csv.ts';
import { type ExportColumn, exportColumns, listsAmong } from '../../../transfer/exports/columns.ts';
import { ndjsonOf } from '../../../transfer/exports/ndjson.ts';
import type { Pages } from '../../../transfer/exports/table-rows.ts';
import { mostInWorkbook, xlsxOf } from '../../../transfer/exports/xlsx.ts';
import type { Answer } from '../../contract/answer.ts';
import type { Operation } from '../../contract/operation.ts';
import { questionParameters } from '../list-parameters.ts';

const text = { type: 'string' };

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const files = {
  csv: { mediaType: 'text/csv', schema: text },
  ndjson: { mediaType: 'application/x-ndjson', schema: text },
  xlsx: { mediaType: workbook, schema: { ...text, contentMediaType: workbook } },
} as const;

type Format = keyof typeof files;

/** All records of a resource's list as one file. */
export const exportOperation = (resource: Resource): Operation => ({
  tag: resource.plural,
  id: `export${schemaName(resource.plural)}`,
  method: 'GET',
  path: `/${resource.plural}.{format}`,
  pathChoice: {
    name: 'format',
    values: Object.keys(files),
    description: '`csv`, `ndjson` (JSON, one record a line) or `xlsx` (an Excel workbook).',
  },
  summary: `Export ${resource.plural.replaceAll('_', ' ')} as a file`,
  explanation:
    'The file has all records of the list with these parameters, without pages. In CSV and XLSX a reference has two ' +
    'columns, its id and its name. If the file cannot be finished, the connection breaks off.',
  scope: 'read',
  query: questionParameters(resource),
  judgeQuery: (query, directory) => {
    const { asked, problems } = askedOf(resource, query, directory);
    const { q } = query;
    return {
      problems: [...problems, ...(q ? searchProblems({ perPage: 1, q }) : [])],
      handle: ({ context, path }) => answerFile(context, resource, { ...asked, q, format: path['format'] as Format }),
    };
  },
  status: 200,
  files,
});

interface AskedFile extends WholeList {
  readonly format: Format;
}

/** Reads the first page before it answers, so that a refusal is an answer of its own. */
async function answerFile(context: StoreContext, resource: Resource, { format, ...list }: AskedFile): Promise<Answer> {
  const asked = format === 'ndjson' ? list : asTable(resource, list);
  if (format === 'xlsx') await refuseTooMany(context, resource, asked);
  const pages = await begun(walkList(context, resource, asked));
  const columns = columnsFor(context, resource, asked);
  return {
    status: 200,
    headers: { 'content-type': contentTypes[format], 'content-disposition': dispositionOf(context, resource, format) },
    stream: () => written(pages, columns, { format, sheet: resource.plural, at: context.at }),
  };
}

const contentTypes: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: `${files.ndjson.mediaType}; charset=utf-8`,
  xlsx: files.xlsx.mediaType,
};

/** The file's name has the day of the firm. */
function dispositionOf({ directory, at }: RequestContext, { plural }: Resource, format: Format): string {
  return `attachment; filename="${plural}-${dayContext(directory, at).today}.${format}"`;
}

/**
 * A table without `fields` also has the external id, by which an import finds the record again.
 * @throws {Refusal} `invalid_query` if the records shall include lists of records.
 */
function asTable(resource: Resource, list: WholeList): WholeList {
  const { keys, include = [] } = list.shape ?? {};
  const [unfit] = listsAmong(resource, include);
  if (unfit !== undefined) {
    const message = `cannot name ${unfit} here: a row has no place for a list of records. Ask for .ndjson`;
    throw queryRefusal([{ parameter: 'include', code: 'not_allowed', message }]);
  }
  const isMissing = keys === undefined && valuesAside(resource).some(([name]) => name === 'external_id');
  const further = isMissing && !include.includes('external_id') ? ['external_id'] : [];
  return { ...list, shape: { keys, include: [...include, ...further] } };
}

async function refuseTooMany(context: StoreContext, resource: Resource, asked: WholeList): Promise<void> {
  const count = await countWhole(context, resource, asked);
  if (count === null || count <= mostInWorkbook) return;
  const [found, most] = [count, mostInWorkbook].map((number) => number.toLocaleString('en'));
  throw new Refusal(
    'invalid_query',
    `The list has ${found} records, and a workbook holds ${most}. Ask for .csv, or filter the list.`,
  );
}

/** Starts the pages: the first one is read at once. */
async function begun(pages: AsyncGenerator<readonly string[]>): Promise<Pages> {
  const first = await pages.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* pages;
    } finally {
      await pages.return(undefined);
    }
  })();
}

function columnsFor({ directory }: RequestContext, resource: Resource, { shape = {} }: WholeList): ExportColumn[] {
  const definitions = directory.entries('custom_fields');
  const customFields = hasCustomFields(resource)
    ? directory
        .customFields(resource.singular)
        .map(({ id, apiName }) => ({ apiName, type: definitions.get(id)?.field_type ?? 'text' }))
    : [];
  return exportColumns(resource, { ...shape, customFields });
}

function written(
  pages: Pages,
  columns: readonly ExportColumn[],
  { format, ...workbook }: { readonly format: Format; readonly sheet: string; readonly at: Date },
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvOf(pages, columns);
    case 'ndjson':
      return ndjsonOf(pages);
    case 'xlsx':
      return xlsxOf(pages, columns, workbook);
  }
}
