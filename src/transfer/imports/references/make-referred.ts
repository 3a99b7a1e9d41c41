import type { Queryable } from '../../../database/engine.ts';
import type { RowError } from '../../../resources/transfer/imports.ts';
import { changeInBulkWithin } from '../../../records/bulk/bulk.ts';
import { changeOneWithin } from '../../../records/changing/change.ts';
import { inputColumns } from '../../../domain/input.ts';
import type { RequestContext } from '../../../records/request-context.ts';
import { type Problem, Refusal } from '../../../refusal.ts';
import type { Resource } from '../../../resources/resource.ts';
import { insertMade } from '../../../store/imports/made-records.ts';
import type { LookupField } from '../../../store/imports/reference-lookups.ts';
import { readDirectory } from '../../../store/rows/directories.ts';
import type { ReferenceLookup } from '../../mapping/mapping.ts';
import type { ImportWork } from '../import-work.ts';

/** The records to make, by the key under which the rows look for them. */
export interface MissingReferences {
  readonly target: Resource;
  readonly by: LookupField;
  readonly missing: readonly (readonly [key: string, sought: ReferenceLookup])[];
}

/** The ids of the records that were made, or the reasons for which one was not, by key. */
export interface ReferredIds {
  readonly context: RequestContext;
  readonly ids: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, readonly RowError[]>;
}

/** The result of one record. */
interface MadeOne {
  readonly key: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly problems: readonly Problem[];
}

/** Makes records that rows refer to, each with the value that names it and the mapped parts. */
export async function makeReferred(
  work: ImportWork,
  context: RequestContext,
  referred: MissingReferences,
): Promise<ReferredIds> {
  const { transaction, one } = work;
  const { target } = referred;
  const results = await (target.bulk ? makeTogether : makeEach)(work, context, referred);
  const made = results.flatMap(({ id, version }) =>
    id === null ? [] : [{ resource: target.plural, record_id: id, version: version ?? 1 }],
  );
  if (made.length > 0) await insertMade(transaction, one, made);
  const isDirectory = target.kept === 'directory' && made.length > 0;
  return {
    context: isDirectory ? await withEntries(transaction, context) : context,
    ids: new Map(results.flatMap(({ key, id }) => (id === null ? [] : [[key, id] as const]))),
    errors: new Map(
      results.filter(({ id }) => id === null).map(({ key, problems }) => [key, errorsOf(target, problems)]),
    ),
  };
}

/** The context with the entries that the transaction has made. */
const withEntries = async (transaction: Queryable, context: RequestContext): Promise<RequestContext> => ({
  ...context,
  directory: await readDirectory(transaction, context.actor.accountId, context.directory),
});

/** The values of a new record, judged as a POST. */
function judge({ validator, one }: ImportWork, { target, by }: MissingReferences, { value, parts }: ReferenceLookup) {
  const fields = { ...parts, [by]: value };
  const judged = validator.judgeOne(target, 'create', { pointer: '', fields, most: 5 });
  const origin = 'import' in target.fields ? { import_id: one.id } : {};
  return { fields, input: { ...inputColumns(target, 'create', judged.fields), ...origin }, problems: judged.problems };
}

async function makeTogether(
  work: ImportWork,
  context: RequestContext,
  referred: MissingReferences,
): Promise<MadeOne[]> {
  const rows = referred.missing.map(([, sought]) => {
    const { fields, input, problems } = judge(work, referred, sought);
    const externalId = fields['external_id'];
    return {
      pointer: '',
      idPointer: '/id',
      length: JSON.stringify(fields).length,
      id: null,
      problems: [],
      externalId: typeof externalId === 'string' ? externalId : null,
      isFoundByExternalId: false,
      judgedAs: () => ({ input, problems }),
    };
  });
  const results = await changeInBulkWithin(work.transaction, context, { resource: referred.target, rows });
  return results.map(({ id, version, errors = [] }, index) => ({
    key: referred.missing[index]?.[0] ?? '',
    id,
    version,
    problems: errors,
  }));
}

async function makeEach(work: ImportWork, context: RequestContext, referred: MissingReferences): Promise<MadeOne[]> {
  const made: MadeOne[] = [];
  let current = context;
  for (const [key, sought] of referred.missing) {
    const { input, problems } = judge(work, referred, sought);
    const item = { pointer: '', id: null, input, problems };
    try {
      const change = { resource: referred.target, action: 'create', item } as const;
      const { id, version } = await changeOneWithin(work.transaction, current, change);
      current = await withEntries(work.transaction, current);
      made.push({ key, id, version, problems: [] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      made.push({ key, id: null, version: null, problems: problemsOf(error) });
    }
  }
  return made;
}

const problemsOf = ({ problems, message }: Refusal): readonly Problem[] =>
  problems.length > 0 ? problems : [{ pointer: '', code: 'conflict', message }];

/** The resolver adds the column and the field. */
const errorsOf = ({ singular }: Resource, problems: readonly Problem[]): RowError[] =>
  problems.map(({ code, pointer = '', message }) => {
    const field = pointer.replace(/^\//, '').replaceAll('/', '.');
    const name = singular.replaceAll('_', ' ');
    const what = field === '' ? `the new ${name}` : `${field} of the new ${name}`;
    return { column: null, field: null, code, message: `${what}: ${message}` };
  });
