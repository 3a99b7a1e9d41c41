import { askedOf } from '../../../records/reading/list-request.ts';
import { dayContext } from '../../../records/reading/renderer.ts';
import { searchProblems } from '../../../records/reading/search.ts';
import { countWhole, walkList, type WholeList } from '../../../records/reading/walk.ts';
import type { RequestContext, StoreContext } from '../../../records/request-context.ts';
import { queryRefusal, Refusal } from '../../../refusal.ts';
import { hasCustomFields } from '../../../resources/list-fields.ts';
import { type Resource, type Row, valuesAside } from '../../../resources/resource.ts';
import { schemaName } from '../../../schema/record-schemas.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import { csvOf } from '../../../transfer/exports/csv.ts';
import { type ExportColumn, exportColumns, listsAmong } from '../../../transfer/exports/columns.ts';
import { type FirmWords, labelledColumns } from '../../../transfer/exports/labelled-columns.ts';
import { ndjsonOf } from '../../../transfer/exports/ndjson.ts';
import type { Pages } from '../../../transfer/exports/table-rows.ts';
import { mostInWorkbook, xlsxOf } from '../../../transfer/exports/xlsx.ts';
import { type Answer, asOfHeaders } from '../../contract/answer.ts';
import type { Operation, QueryParameter } from '../../contract/operation.ts';
import { questionParameters } from '../list-parameters.ts';
import { type FileFormat, fileFormats, fileHeaders } from './file-formats.ts';

/** All records of a resource's list as one file. */
export const exportOperation = (resource: Resource): Operation => ({
  tag: resource.plural,
  id: `export${schemaName(resource.plural)}`,
  method: 'GET',
  path: `/${resource.plural}.{format}`,
  pathChoice: {
    name: 'format',
    values: Object.keys(fileFormats),
    description: '`csv`, `ndjson` (JSON, one record a line) or `xlsx` (an Excel workbook).',
  },
  summary: `Export ${resource.plural.replaceAll('_', ' ')} as a file`,
  explanation:
    'The file has all records of the list with these parameters, without pages. In CSV and XLSX a reference has two ' +
    'columns, its id and its name. If the file cannot be finished, the connection breaks off.',
  scope: 'read',
  query: [labelsParameter, ...questionParameters(resource)],
  judgeQuery: ({ labels, ...query }, directory, now) => {
    const { asked, problems } = askedOf(resource, query, directory, now);
    const { q } = query;
    const file = { ...asked, q, hasLabels: labels !== undefined };
    return {
      problems: [...problems, ...(q ? searchProblems({ perPage: 1, q }) : [])],
      handle: ({ context, path }) => answerFile(context, resource, { ...file, format: path['format'] as FileFormat }),
    };
  },
  status: 200,
  files: fileFormats,
});

const labelsParameter: QueryParameter = {
  name: 'labels',
  component: 'Labels',
  schema: { type: 'string', enum: ['1'] },
  description:
    'Writes CSV and XLSX for people: the heads are the labels of the page, and values of closed sets, references and ' +
    "times are words, names and times in the account's zone. Without it, the heads are the names of the API, and an " +
    'import of the file leaves every record unchanged. NDJSON has no labels.',
};

interface AskedFile extends WholeList {
  readonly format: FileFormat;
  /** Whether heads and values are words for people. */
  readonly hasLabels: boolean;
}

/** Reads the first page before it answers, so that a refusal is an answer of its own. */
async function answerFile(context: StoreContext, resource: Resource, file: AskedFile): Promise<Answer> {
  const { format, hasLabels, ...list } = file;
  if (format === 'ndjson' && hasLabels) throw noLabels();
  const asked = format === 'ndjson' ? list : asTable(resource, list);
  if (format === 'xlsx') await refuseTooMany(context, resource, asked);
  const pages = await begun(walkList(context, resource, asked));
  const columns = columnsFor(context, resource, { ...asked, hasLabels });
  return {
    status: 200,
    headers: { ...fileHeaders(nameOf(context, resource, file), format), ...asOfHeaders(file.asOf, context.at) },
    stream: () => written(pages, columns, { format, sheet: resource.plural, at: context.at }),
  };
}

function noLabels(): Refusal {
  const message = 'is for .csv and .xlsx: the records of .ndjson have the names of the API';
  return queryRefusal([{ parameter: 'labels', code: 'not_allowed', message }]);
}

/** The file's name without its ending has the day of the firm. */
const nameOf = ({ directory, at }: RequestContext, { plural }: Resource, { asOf }: AskedFile): string =>
  `${plural}-${dayContext(directory, asOf ?? at).today}`;

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

function columnsFor(
  { directory }: RequestContext,
  resource: Resource,
  { shape = {}, hasLabels }: Omit<AskedFile, 'format'>,
): ExportColumn[] {
  const definitions = directory.entries('custom_fields');
  const customFields = directory.customFields(resource.singular).map(({ id, apiName }) => {
    const { field_type: type = 'text', name = apiName } = definitions.get(id) ?? {};
    return { apiName, name, type };
  });
  const scope = { ...shape, customFields: hasCustomFields(resource) ? customFields : [] };
  return hasLabels ? labelledColumns(resource, scope, wordsOf(directory)) : exportColumns(resource, scope);
}

const wordsOf = (directory: Directory): FirmWords => ({
  timeZone: directory.timeZone,
  entryOf: (plural, field, value) => {
    const entries: ReadonlyMap<string, Row> = directory.entries(plural);
    return field === 'id' ? entries.get(value) : [...entries.values()].find((entry) => entry[field] === value);
  },
});

function written(
  pages: Pages,
  columns: readonly ExportColumn[],
  { format, sheet, at }: { readonly format: FileFormat; readonly sheet: string; readonly at: Date },
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvOf(pages, columns);
    case 'ndjson':
      return ndjsonOf(pages);
    case 'xlsx':
      return xlsxOf([{ name: sheet, pages, columns }], at);
  }
}
