import { type BulkOptions, sendRows } from './bulk.ts';
import { segment } from './operation-request.ts';
import type { Operations } from './operations.ts';
import { readPages } from './pages.ts';
import { isFile, type Query, type RequestOptions, type Transport } from './request.ts';
import type { FileBody } from './values.ts';

type Of<Key> = Key extends keyof Operations ? Operations[Key] : never;
/** A part of an operation, whether it is required or not. */
export type Part<Operation, Name extends string> = Name extends keyof Operation ? NonNullable<Operation[Name]> : never;
type Content<Body> = Body[keyof Body];
type Item<Body> = Content<Body> extends readonly (infer Row)[] ? Row : Content<Body>;
type Answer<Operation> = Item<Part<Operation, 'data'>>;

/** The keys that `fields` of an operation can name. */
export type FieldsOf<Operation> = Part<Operation, 'fields'> & string;
/** The additions that `include` of an operation can name. */
export type IncludesOf<Operation> = Part<Operation, 'include'> & string;

/** The parameters of an operation. `fields` and `include` decide on the type of the answer. */
export type Selection<Operation, Field, Include> = ('query' extends keyof Operation
  ? NonNullable<Operation['query']>
  : unknown) & { readonly fields?: readonly Field[]; readonly include?: readonly Include[] };

type AnySelection<Operation> = Selection<Operation, FieldsOf<Operation>, IncludesOf<Operation>>;

/** A record with the additions of `include`, or a sparse one with `fields`. */
type RecordShape<Operation, Field, Include> = [Field] extends [never]
  ? Answer<Operation> & Required<Pick<Answer<Operation>, Include & keyof Answer<Operation>>>
  : Item<Part<Operation, 'sparse'>>;

/** The options of a change. They are not optional if a parameter of its query is required. */
type ChangeOptions<Operation, Option> = 'query' extends keyof Operation
  ? undefined extends Operation['query']
    ? [options?: Option & { readonly query?: Operation['query'] }]
    : [options: Option & { readonly query: Operation['query'] }]
  : [options?: Option];

type ReadOptions = Omit<RequestOptions, 'key' | 'unchanged'>;
type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;
type Bulk<Include> = BulkOptions & { readonly include?: readonly Include[] };
type Fields<Operation, Body = Part<Operation, 'body'>> = Body extends FileBody ? Body : Content<Body>;
type RowOf<Operation> = Fields<Operation> extends readonly (infer Row)[] ? Row : never;

/** The methods of a list, with their operations. */
interface OperationOf<Name extends string> {
  /** The records of all pages. */
  list: `GET /${Name}`;
  /** The pages, each with its records. */
  pages: `GET /${Name}`;
  get: `GET /${Name}/{id}`;
  create: `POST /${Name}`;
  update: `PATCH /${Name}/{id}`;
  /** Creates the record that has an external id, or changes it. */
  put: `PUT /${Name}/{id}`;
  delete: `DELETE /${Name}/{id}`;
  restore: `POST /${Name}/{id}/restore`;
  /** Sets a record back to an earlier version. */
  revert: `POST /${Name}/{id}/revert`;
  /** The changes of a record, newest first. */
  history: `GET /${Name}/{id}/history`;
  /** The file, in the body of the answer. */
  export: `GET /${Name}.{format}`;
  /** Creates and changes any number of records. The results come in the order of the rows. */
  upsert: `POST /${Name}/bulk`;
  deleteMany: `POST /${Name}/bulk/delete`;
  restoreMany: `POST /${Name}/bulk/restore`;
  /** Sets any number of records back to earlier versions. */
  revertMany: `POST /${Name}/bulk/revert`;
  /** Creates a project from a lead. */
  convert: `POST /${Name}/{id}/convert`;
  summary: `GET /${Name}/summary`;
  counts: `GET /${Name}/counts`;
}

interface Signatures<Op> {
  list: <const Field extends FieldsOf<Op> = never, const Include extends IncludesOf<Op> = never>(
    ...call: [query?: Selection<Op, Field, Include>, options?: ReadOptions]
  ) => AsyncGenerator<RecordShape<Op, Field, Include>>;
  pages: <const Field extends FieldsOf<Op> = never, const Include extends IncludesOf<Op> = never>(
    ...call: [query?: Selection<Op, Field, Include>, options?: ReadOptions]
  ) => AsyncGenerator<readonly RecordShape<Op, Field, Include>[]>;
  get: <const Field extends FieldsOf<Op> = never, const Include extends IncludesOf<Op> = never>(
    ...call: [id: string, query?: Selection<Op, Field, Include>, options?: ReadOptions]
  ) => Promise<RecordShape<Op, Field, Include>>;
  create: (fields: Fields<Op>, ...options: ChangeOptions<Op, Omit<RequestOptions, 'unchanged'>>) => Promise<Answer<Op>>;
  update: (id: string, fields: Fields<Op>, options?: RequestOptions) => Promise<Answer<Op>>;
  put: (externalId: string, fields: Fields<Op>, options?: RequestOptions) => Promise<Answer<Op>>;
  delete: (id: string, ...options: ChangeOptions<Op, RequestOptions>) => Promise<void>;
  restore: (id: string, options?: RequestOptions) => Promise<Answer<Op>>;
  revert: (id: string, to: Fields<Op>, options?: RequestOptions) => Promise<Answer<Op>>;
  history: (id: string, query?: Part<Op, 'query'>, options?: ReadOptions) => AsyncGenerator<Answer<Op>>;
  export: (format: Content<Part<Op, 'path'>>, query?: AnySelection<Op>, options?: ReadOptions) => Promise<Response>;
  upsert: (rows: Rows<RowOf<Op>>, options?: Bulk<IncludesOf<Op>>) => AsyncGenerator<Answer<Op>>;
  deleteMany: (ids: Rows<string>, options?: BulkOptions) => AsyncGenerator<Answer<Op>>;
  restoreMany: (ids: Rows<string>, options?: BulkOptions) => AsyncGenerator<Answer<Op>>;
  revertMany: (rows: Rows<RowOf<Op>>, options?: Bulk<IncludesOf<Op>>) => AsyncGenerator<Answer<Op>>;
  convert: (id: string, project?: Fields<Op>, options?: RequestOptions) => Promise<Answer<Op>>;
  summary: Figures<Op>;
  counts: Figures<Op>;
}

type Figures<Op> = (query?: Part<Op, 'query'>, options?: ReadOptions) => Promise<Content<Part<Op, 'data'>>>;

/** The lists of the API: `projects`. */
export type Plural = {
  [Key in keyof Operations]: Key extends `GET /${infer Name}`
    ? Operations[Key]['data'] extends Readonly<Record<Name, readonly unknown[]>>
      ? Name
      : never
    : never;
}[keyof Operations];

/** The methods of a list, as far as the API has them. They take and return records without wrappers. */
export type RecordMethods<Name extends Plural> = {
  readonly [Method in keyof OperationOf<Name> as OperationOf<Name>[Method] extends keyof Operations
    ? Method
    : never]: Signatures<Of<OperationOf<Name>[Method]>>[Method];
};

type Options = RequestOptions & { readonly query?: Query | undefined };

/** The methods of a list. Its types name those that the API has. */
export function recordMethods(transport: Transport, plural: string) {
  const wrapped = (fields: unknown) => (isFile(fields) ? fields : { [singularOf(plural)]: fields });
  const pathOf = (id: string, more = ''): string => `/${plural}/${segment(id)}${more}`;
  const one = async (method: string, path: string, options: Options = {}, body?: unknown) => {
    const { data } = await transport.send<object | undefined>({ ...options, method, path, body });
    return data && (Object.values(data)[0] as unknown);
  };
  const read = (path: string, query?: Query, options?: ReadOptions) => one('GET', path, { ...options, query });
  const pages = (path: string, query?: Query, options?: ReadOptions) =>
    readPages(transport, { ...options, path, query });
  const rows = (action: string, wrapper: string) => (sent: Rows<unknown>, options?: Bulk<'version'>) =>
    sendRows(transport, { ...options, path: `/${plural}/bulk${action}`, wrapper, rows: sent });
  return {
    pages: (query?: Query, options?: ReadOptions) => pages(`/${plural}`, query, options),
    list: (query?: Query, options?: ReadOptions) => each(pages(`/${plural}`, query, options)),
    get: (id: string, query?: Query, options?: ReadOptions) => read(pathOf(id), query, options),
    create: (fields: unknown, options?: Options) => one('POST', `/${plural}`, options, wrapped(fields)),
    update: (id: string, fields: object, options?: Options) => one('PATCH', pathOf(id), options, wrapped(fields)),
    put: (externalId: string, fields: object, options?: Options) =>
      one('PUT', pathOf(`external_id:${externalId}`), options, wrapped(fields)),
    delete: (id: string, options?: Options) => one('DELETE', pathOf(id), options),
    restore: (id: string, options?: Options) => one('POST', pathOf(id, '/restore'), options),
    revert: (id: string, revert: object, options?: Options) => one('POST', pathOf(id, '/revert'), options, { revert }),
    history: (id: string, query?: Query, options?: ReadOptions) => each(pages(pathOf(id, '/history'), query, options)),
    export: (format: string, query?: Query, options?: ReadOptions) =>
      transport.open({ ...options, path: `/${plural}.${segment(format)}`, query }),
    upsert: rows('', plural),
    deleteMany: rows('/delete', 'ids'),
    restoreMany: rows('/restore', 'ids'),
    revertMany: rows('/revert', 'reversions'),
    convert: (id: string, project?: object, options?: Options) =>
      one('POST', pathOf(id, '/convert'), options, project && { project }),
    summary: (query?: Query, options?: ReadOptions) => read(`/${plural}/summary`, query, options),
    counts: (query?: Query, options?: ReadOptions) => read(`/${plural}/counts`, query, options),
  };
}

/** `companies` → `company`. */
const singularOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

async function* each<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
