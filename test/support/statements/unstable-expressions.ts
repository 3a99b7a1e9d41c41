import { lastOf, nameOf, type Node, treeOf } from './syntax-tree.ts';

/**
 * Returns the expressions of a statement that Citus refuses in a query to a shard, in words:
 *
 * - a row of `json_to_record` or `jsonb_to_record`, whose type the coordinator cannot derive: use the recordset;
 * - in the `set` and `where` of an update, in `case` and in `coalesce`: a function of a column that is not immutable, such
 *   as `now()` or a time plus an interval.
 *
 * @throws if the statement cannot be parsed.
 */
export async function unstableExpressions(text: string): Promise<readonly string[]> {
  const faults: string[] = [];
  walk(await treeOf(text), false, faults);
  return [...new Set(faults)];
}

/** @param isJudged whether only immutable functions may stand here. */
function walk(node: unknown, isJudged: boolean, faults: string[]): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [kind, value] of Object.entries(node as Node)) {
    const inner = isJudgedIn(kind, isJudged);
    if (kind === 'FuncCall' && /^jsonb?_to_record$/.test(nameOf(value as Node))) faults.push(nameOf(value as Node));
    if (kind === 'UpdateStmt') walkUpdate(value as Node, faults);
    else if (inner && hasColumn(value) && isUnstable(kind, value as Node)) faults.push(kind);
    else walk(value, inner, faults);
  }
}

/** A sub-select is a query of its own. */
function isJudgedIn(kind: string, isJudged: boolean): boolean {
  if (kind === 'SelectStmt' || kind === 'SubLink') return false;
  return isJudged || kind === 'CaseExpr' || kind === 'CoalesceExpr';
}

function walkUpdate({ targetList, whereClause, ...others }: Node, faults: string[]): void {
  walk(targetList, true, faults);
  walk(whereClause, true, faults);
  walk(others, false, faults);
}

const unstable = new Set(['now', 'clock_timestamp', 'random', 'nextval', 'to_char', 'gen_random_uuid']);

function isUnstable(kind: string, node: Node): boolean {
  if (kind === 'FuncCall') return unstable.has(nameOf(node));
  if (kind !== 'A_Expr' || !/^[+-]$/.test(operatorOf(node))) return false;
  const [left, right] = [node['lexpr'], node['rexpr']];
  return (isInterval(left) && !isLocal(right)) || (isInterval(right) && !isLocal(left));
}

/** Whether an operand is an interval by its look: a cast, `make_interval(…)`, or a multiple of one. */
function isInterval(operand: unknown): boolean {
  const { TypeCast: cast, FuncCall: call, A_Expr: product } = (operand ?? {}) as Readonly<Record<string, Node>>;
  if (cast) return /"sval":"interval"/.test(JSON.stringify(cast['typeName']));
  if (call) return nameOf(call) === 'make_interval';
  return (
    product !== undefined &&
    operatorOf(product) === '*' &&
    (isInterval(product['lexpr']) || isInterval(product['rexpr']))
  );
}

/** Whether an operand is a time without a zone, by its look: to add to it is immutable. */
const isLocal = (operand: unknown): boolean => {
  const { FuncCall: call } = (operand ?? {}) as Readonly<Record<string, Node>>;
  return call !== undefined && nameOf(call) === 'timezone';
};

const hasColumn = (node: unknown): boolean => JSON.stringify(node).includes('"ColumnRef"');

const operatorOf = ({ name }: Node): string => lastOf(name);
