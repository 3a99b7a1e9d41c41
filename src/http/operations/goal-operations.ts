import { addGoal } from '../../records/operations/goals.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { listOperation } from './listing.ts';
import {
  createOperation,
  deleteOperation,
  restoreOperation,
  showOperation,
  updateOperation,
} from './record-operations.ts';

const goals = resourceOf('goals');

/** The record operations of goals, whose number is limited. */
export const goalOperations = (dependencies: OperationDependencies): Operation[] => [
  listOperation(goals),
  createOperation(dependencies, goals, () => addGoal),
  showOperation(goals),
  updateOperation(dependencies, goals),
  deleteOperation(goals),
  restoreOperation(goals, addGoal),
];
