import { resourceOf } from '../../../resources/index.ts';
import { changeSavedMapping } from '../../../transfer/imports/saved-mappings.ts';
import type { Operation, OperationDependencies } from '../../contract/operation.ts';
import { createOperation, recordOperations, updateOperation } from '../record-operations.ts';

const mappings = resourceOf('import_mappings');

/** The record operations of saved mappings. A mapping that no import could use is refused. */
export const mappingOperations = (dependencies: OperationDependencies): Operation[] => {
  const all = recordOperations(dependencies, mappings);
  return [
    ...all.filter(({ id }) => !['createImportMapping', 'updateImportMapping'].includes(id)),
    createOperation(dependencies, mappings, () => changeSavedMapping),
    updateOperation(dependencies, mappings, () => changeSavedMapping),
  ];
};
