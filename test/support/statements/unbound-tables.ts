import { distributionColumn } from './account-tables.ts';
import { type Node, nodesOf, partsOf, treeOf } from './syntax-tree.ts';

/**
 * Returns the aliases of the account tables that a statement uses without comparing their own `account_id` with a
 * parameter. A sharded Postgres sends a statement to one shard only if it finds that equality for each table.
 * @throws if the statement cannot be parsed.
 */
export async function unboundTables(text: string): Promise<readonly string[]> {
  const uses = usesIn(await treeOf(text), new Set());
  const unbound = uses.flatMap(({ alias, parameter }) => (parameter === null ? [alias] : []));
  const parameters = new Set(uses.map(({ parameter }) => parameter));
  if (unbound.length > 0 || parameters.size <= 1) return [...new Set(unbound)];
  return uses.map(({ alias, parameter }) => `${alias} by $${parameter}`);
}

/** An account table in a statement, with the number of the parameter that its account equals. */
interface Use {
  readonly alias: string;
  readonly parameter: number | null;
}

type Names = ReadonlySet<string>;

/** @param ctes the names that stand for a common table expression here. */
function usesIn(node: unknown, ctes: Names, kind = '', uses: Use[] = []): Use[] {
  if (typeof node !== 'object' || node === null) return uses;
  const known = usesInCtes(node as Node, ctes, uses);
  if (kind === 'InsertStmt') uses.push(...insertedInto(node as Node));
  else if (isLevel(node as Node, kind)) uses.push(...usesOfLevel(node as Node, kind, known));
  for (const part in node) if (part !== 'withClause') usesIn((node as Node)[part], known, part, uses);
  return uses;
}

/** Adds the uses of the common table expressions that a node begins with. @returns the names that stand for one then. */
function usesInCtes({ withClause }: Node, ctes: Names, uses: Use[]): Names {
  let known = ctes;
  for (const cte of nodesOf((withClause as Node | undefined)?.['ctes'])) {
    const { ctename, ctequery } = cte['CommonTableExpr'] as Node;
    usesIn(ctequery, known, '', uses);
    known = new Set([...known, String(ctename)]);
  }
  return known;
}

const isLevel = (node: Node, kind: string): boolean =>
  kind === 'DeleteStmt' || kind === 'UpdateStmt' || node['fromClause'] !== undefined;

/** The tables of one level of a query, without those of its sub-selects. */
function usesOfLevel(node: Node, kind: string, ctes: Names): Use[] {
  const written = kind === 'UpdateStmt' || kind === 'DeleteStmt' ? [{ RangeVar: node['relation'] }] : [];
  const from = [...written, ...nodesOf(node['fromClause'] ?? node['usingClause'])].map(joinedBy);
  const tables = from.flatMap((item) => item.tables).filter(({ name }) => !ctes.has(name) && distributionColumn(name));
  const conditions = [
    ...from.flatMap((item) => item.conditions),
    { of: new Set(tables.map(({ alias }) => alias)), node: node['whereClause'] },
  ];
  const equalities = conditions.flatMap(({ of, node: condition }) =>
    equalitiesIn(condition).map((equality) => ({ ...equality, of })),
  );
  return tables.map(({ alias, name }) => {
    // Postgres refuses an ambiguous name, so a name without an alias belongs to the only table.
    const isOwn = (path: readonly string[]) =>
      path.at(-1) === distributionColumn(name) && (path.length === 1 ? tables.length === 1 : path[0] === alias);
    const found = equalities.find(({ of, column }) => of.has(alias) && isOwn(column));
    return { alias, parameter: found?.parameter ?? null };
  });
}

interface Table {
  readonly alias: string;
  readonly name: string;
}

/** Joined tables, and the conditions of the joins, each with the aliases whose rows it limits. */
interface Joined {
  readonly tables: readonly Table[];
  readonly conditions: readonly { readonly of: Names; readonly node: unknown }[];
}

function joinedBy(item: Node): Joined {
  const table = item['RangeVar'] as { relname: string; alias?: { aliasname: string } } | undefined;
  if (table) {
    return { tables: [{ alias: table.alias?.aliasname ?? table.relname, name: table.relname }], conditions: [] };
  }
  const join = item['JoinExpr'] as Node | undefined;
  if (!join) return { tables: [], conditions: [] };
  const [left, right] = [joinedBy(join['larg'] as Node), joinedBy(join['rarg'] as Node)];
  // The condition of an outer join limits only the rows of the optional side.
  const limited = [
    ...(['JOIN_INNER', 'JOIN_RIGHT'].includes(String(join['jointype'])) ? left.tables : []),
    ...(['JOIN_INNER', 'JOIN_LEFT'].includes(String(join['jointype'])) ? right.tables : []),
  ];
  const own = { of: new Set(limited.map(({ alias }) => alias)), node: join['quals'] };
  return { tables: [...left.tables, ...right.tables], conditions: [...left.conditions, ...right.conditions, own] };
}

interface Equality {
  readonly column: readonly string[];
  readonly parameter: number;
}

/** Returns the equalities of a column with a parameter that must all hold for the condition to hold. */
function equalitiesIn(condition: unknown): Equality[] {
  const { BoolExpr: bool, A_Expr: expression } = (condition ?? {}) as { BoolExpr?: Node; A_Expr?: Node };
  if (bool?.['boolop'] === 'AND_EXPR') return nodesOf(bool['args']).flatMap(equalitiesIn);
  const operator = nodesOf(expression?.['name']).map((name) => (name['String'] as { sval: string }).sval);
  if (expression?.['kind'] !== 'AEXPR_OP' || operator.join() !== '=') return [];
  const sides = [expression['lexpr'] as Node, expression['rexpr'] as Node];
  const column = sides.map(columnOf).find((path) => path !== null);
  const parameter = sides.map(parameterOf).find((number) => number !== null);
  return column === undefined || parameter === undefined ? [] : [{ column, parameter }];
}

function columnOf(node: Node): string[] | null {
  const column = node['ColumnRef'] as Node | undefined;
  return column ? partsOf(column) : null;
}

/** Returns the number of a parameter, with or without a cast. */
function parameterOf(node: Node): number | null {
  const cast = node['TypeCast'] as { arg: Node } | undefined;
  if (cast) return parameterOf(cast.arg);
  return (node['ParamRef'] as { number: number } | undefined)?.number ?? null;
}

/** Returns the table of an insert, with the parameter from which each row gets its account. */
function insertedInto(insert: Node): Use[] {
  const { relname: alias } = insert['relation'] as { relname: string };
  const column = distributionColumn(alias);
  if (column === undefined) return [];
  const names = nodesOf(insert['cols']).map((target) => (target['ResTarget'] as { name: string }).name);
  const source = (insert['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined;
  const values = source ? valuesAt(source, names.indexOf(column)) : [];
  return [...values.map((value) => ({ alias, parameter: parameterOf(value) })), ...noRows(alias, values)];
}

const noRows = (alias: string, values: readonly Node[]): Use[] =>
  values.length === 0 ? [{ alias, parameter: null }] : [];

/** Returns the values at a place of the rows that a select yields. */
function valuesAt(select: Node, place: number): Node[] {
  const { larg, rarg } = select as { larg?: Node; rarg?: Node };
  if (larg && rarg) return [larg, rarg].flatMap((side) => valuesAt(side, place));
  const rows = nodesOf(select['valuesLists']).map((list) => nodesOf((list['List'] as Node)['items']));
  const targets = nodesOf(select['targetList']).map((target) => (target['ResTarget'] as { val: Node }).val);
  return (rows.length > 0 ? rows : [targets]).map((row) => row[place] ?? {});
}
