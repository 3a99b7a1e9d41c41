import type { StoreContext } from '../../records/request-context.ts';
import { type Problem, queryRefusal } from '../../refusal.ts';
import type { ColumnProposal } from '../../resources/transfer/mapping.ts';
import { proposeColumn } from '../mapping/propose-mapping.ts';
import { targetsOf } from '../../resources/transfer/targets.ts';
import { foundImport } from './imports.ts';
import { mappingScope } from './mapping-scope.ts';

/** A column of an import and the field that it is to fill. */
interface AskedColumn {
  readonly id: string;
  readonly column: string;
  readonly to: string;
}

/** Proposes how a column of an import fills a field. @throws {Refusal} `invalid_query` if one of them does not exist. */
export async function columnProposal(context: StoreContext, { id, column, to }: AskedColumn): Promise<ColumnProposal> {
  const { family, columns } = await foundImport(context.store.engine, context, id);
  const scope = mappingScope(context.directory, family, columns);
  const found = scope.columns.find(({ name }) => name === column);
  const target = targetsOf(scope.family, scope.customFields).get(to);
  if (found && target) return proposeColumn(scope, found, to, target);
  throw queryRefusal([
    ...(found ? [] : [unknown('column', 'is no column of the file')]),
    ...(target ? [] : [unknown('to', 'is no field that a column can fill')]),
  ]);
}

const unknown = (parameter: string, message: string): Problem => ({ parameter, code: 'not_allowed', message });
