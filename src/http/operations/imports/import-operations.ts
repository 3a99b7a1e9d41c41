import type { ShownImport, ImportRead } from '../../../resources/transfer/shown-import.ts';
import { columnProposal } from '../../../transfer/imports/column-proposal.ts';
import { changeImport } from '../../../transfer/imports/change-import.ts';
import { readImport } from '../../../transfer/imports/imports.ts';
import { importFiltersOf, readImports } from '../../../transfer/imports/import-lists.ts';
import { forgetFile } from '../../../transfer/imports/forget-file.ts';
import { cancelImport, type ImportAction, startImport } from '../../../transfer/imports/start-import.ts';
import { importLog } from '../../../resources/transfer/import-lists.ts';
import { refuseFaulty } from '../../../refusal.ts';
import type { Confirmation } from '../../../resources/transfer/import-summary.ts';
import type { VersionedValue } from '../../../records/results.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import { answerChange } from '../../request/answer-change.ts';
import { type Answer, jsonAnswer, noContent, versionedAnswer } from '../../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../../contract/operation.ts';
import { filterParameters, windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';
import { uploadOperation } from './upload-operation.ts';
import { rowOperations } from './row-operations.ts';

const ofImports = { tag: 'imports', query: [], scope: 'write' } as const;

const wrapper = 'import';
const onePath = '/imports/{id}';
const response = wrapped(wrapper, schemaReference('Import'));

const shown = (one: VersionedValue<ShownImport | ImportRead>): Answer => versionedAnswer(wrapper, one);

const accepted = (one: VersionedValue<ShownImport>): Answer => ({ ...shown(one), status: 202 });

const listImports = (): Operation => ({
  ...ofImports,
  id: 'listImports',
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  explanation: 'The newest import comes first.',
  scope: 'read',
  query: [...windowParameters, ...filterParameters(importLog.resource, importLog.fields)],
  judgeQuery: (query, directory) => {
    const { filters, problems } = importFiltersOf(query, directory);
    return {
      problems,
      handle: async (request) => {
        const page = await readImports(request.context, { ...wishOf(request), filters });
        return valuesAnswer('imports', page, request);
      },
    };
  },
  status: 200,
  response: wrappedList('imports', 'Import', 'The imports of this page, newest first.'),
});

const showImport = (): Operation => ({
  ...ofImports,
  id: 'showImport',
  method: 'GET',
  path: onePath,
  summary: 'Show an import and how far it is',
  scope: 'read',
  status: 200,
  response: wrapped(wrapper, schemaReference('ImportRead')),
  handle: async ({ context, path: { id = '' } }) => shown(await readImport(context, id)),
});

const showProposal = (): Operation => ({
  ...ofImports,
  id: 'showImportProposal',
  method: 'GET',
  path: `${onePath}/proposal`,
  summary: 'Show how a column of an import may fill a field',
  explanation:
    'The service proposes the transforms by the samples of the column, and, for a reference, the rule by which its ' +
    'records are found. The mapping stays as it is.',
  scope: 'read',
  query: [
    {
      name: 'column',
      required: true,
      schema: { type: 'string' },
      description: 'The name of the column.',
    },
    {
      name: 'to',
      required: true,
      schema: { type: 'string', maxLength: 255 },
      description: 'The field to fill, as in a mapping: `amount`, `custom_fields.x`, `address.city`, `company`.',
    },
  ],
  status: 200,
  response: wrapped('proposal', schemaReference('ImportProposal')),
  handle: async ({ context, path: { id = '' }, query: { column = '', to = '' } }) =>
    jsonAnswer(200, { proposal: await columnProposal(context, { id, column, to }) }),
});

const updateImport = ({ validator }: OperationDependencies): Operation => ({
  ...ofImports,
  id: 'updateImport',
  method: 'PATCH',
  path: onePath,
  summary: 'Change the name, the format or the mapping of an import',
  explanation:
    'Only an import that is `draft` or `checked` can change. If a new format gives the columns other names, the service ' +
    'proposes a mapping anew. The answer lists all mistakes of a mapping at once.',
  request: wrapped(wrapper, schemaReference('ImportUpdate')),
  status: 200,
  response,
  handle: (request) => {
    const asked = validator.judgeAs('ImportUpdate', wrapper, request.body);
    return answerChange(request, shown, (context) => changeImport(context, { ...namedBy(request), ...asked }));
  },
});

const starts: Readonly<Record<ImportAction, Pick<Operation, 'id' | 'summary' | 'explanation'>>> = {
  check: {
    id: 'checkImport',
    summary: 'Check an import without writing anything',
    explanation: 'The service applies all rows, notes the results in `dry_run` and takes everything back.',
  },
  run: {
    id: 'runImport',
    summary: 'Run an import',
    explanation:
      'The service applies the rows in the background; a check before is not necessary. A restart does not interrupt it. ' +
      'At the end it sends the message `import.complete`. If more than a tenth of the records that the rows find by ' +
      'their keys would get other names, nothing is written: the import becomes `checked`, and `problem` says so. ' +
      '`{"confirm": ["other_names"]}` runs it anyway.',
  },
  undo: {
    id: 'undoImport',
    summary: 'Undo an import',
    explanation:
      'The service deletes the records that the import made and sets back those that it changed. Records that someone ' +
      'changed or used later stay; `GET /imports/{id}/rows?undo=kept` lists them.',
  },
};

const startOperation = (action: ImportAction): Operation => ({
  ...ofImports,
  ...starts[action],
  method: 'POST',
  path: `${onePath}/${action}`,
  status: 202,
  response,
  handle: (request) =>
    answerChange(request, accepted, (context) => startImport(context, { id: request.path['id'] ?? '', action })),
});

const runOperation = ({ validator }: OperationDependencies): Operation => ({
  ...startOperation('run'),
  request: schemaReference('ImportRun'),
  isRequestOptional: true,
  handle: (request) => {
    const { fields, problems } = validator.judgeWhole('ImportRun', request.body ?? {});
    refuseFaulty(problems);
    const confirm = (fields['confirm'] ?? []) as readonly Confirmation[];
    const run = { id: request.path['id'] ?? '', action: 'run', confirm } as const;
    return answerChange(request, accepted, (context) => startImport(context, run));
  },
});

const cancelOperation = (): Operation => ({
  ...ofImports,
  id: 'cancelImport',
  method: 'POST',
  path: `${onePath}/cancel`,
  summary: 'Stop a check or a run',
  explanation: 'The rows that a run has applied stay. An undo takes them back.',
  status: 202,
  response,
  handle: (request) =>
    answerChange(request, accepted, (context) => cancelImport(context, { id: request.path['id'] ?? '' })),
});

const deleteImportFile = (): Operation => ({
  ...ofImports,
  id: 'deleteImportFile',
  method: 'DELETE',
  path: `${onePath}/file`,
  summary: 'Delete the file of an import, and its rows',
  explanation:
    'The import and its counts stay. It shows no rows and samples any more and can no longer be undone: if it made list ' +
    'entries or custom fields, only an admin may delete its file before it is undone. The service frees the space in ' +
    'the background.',
  status: 204,
  handle: (request) =>
    answerChange(request, noContent, (context) => forgetFile(context, { id: request.path['id'] ?? '' })),
});

/** Uploads files, and lists, shows, changes, checks, runs, cancels and undoes their imports. */
export const importOperations = (dependencies: OperationDependencies): Operation[] => [
  listImports(),
  uploadOperation(dependencies),
  showImport(),
  showProposal(),
  updateImport(dependencies),
  startOperation('check'),
  runOperation(dependencies),
  cancelOperation(),
  startOperation('undo'),
  deleteImportFile(),
  ...rowOperations(),
];
