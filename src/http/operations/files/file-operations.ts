import { resourceOf } from '../../../resources/index.ts';
import type { Operation, OperationDependencies } from '../../contract/operation.ts';
import { recordOperations } from '../record-operations.ts';
import { contentOperation } from './content-operation.ts';
import { uploadOperation } from './upload-operation.ts';
import { usageOperation } from './usage-operation.ts';

/** The record operations of files, and those of their contents. */
export const fileOperations = (dependencies: OperationDependencies): Operation[] => [
  ...recordOperations(dependencies, resourceOf('files')),
  uploadOperation(dependencies),
  contentOperation(dependencies),
  usageOperation(dependencies),
];
