import { choice, count, dateTime, reference, text } from '../fields.ts';
import { type AccountLog, listOfEntries, listedField } from '../logs.ts';
import { importedFamilies, importStatuses, rowResults, rowUndos } from './imports.ts';

/** The filters of the list of imports. */
export const importLog: AccountLog = listOfEntries('import', 'imports', [
  listedField('as', 'family', choice(importedFamilies), 'plain'),
  listedField('status', 'status', choice(importStatuses), 'plain'),
  listedField('created_at', 'created_at', dateTime(), 'ordered'),
  listedField('created_by_id', 'created_by_id', reference('users'), 'id'),
  listedField('file_name', 'file_name', text(), 'text'),
]);

/** The filters of the list of an import's rows. */
export const rowLog: AccountLog = listOfEntries('import_row', 'import_rows', [
  listedField('result', 'result', choice(rowResults), 'plain'),
  listedField('undo', 'undo', choice(rowUndos), 'plain'),
  listedField('number', 'number', count(), 'ordered'),
  listedField('record_id', 'record_id', reference('projects'), 'id'),
]);
