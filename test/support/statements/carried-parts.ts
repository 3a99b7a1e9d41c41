import { nameOf, type Node, nodesOf, nodesOfKind, partsOf, treeOf } from './syntax-tree.ts';

/*
 * Citus sends a statement of one account to its node as it is, if all common table expressions read, update or delete.
 * An insert in one makes the coordinator run each expression by itself and carry the rows between them.
 */

/** Returns the tables that a statement inserts into within common table expressions. */
export const insertsWithin = async (text: string): Promise<readonly string[]> =>
  expressionsOf(await treeOf(text)).flatMap(({ InsertStmt: insert }) => (insert ? [tableOf(insert)] : []));

/**
 * Returns the tables whose rows a statement updates or deletes by their `ctid` with the rows of another expression, where
 * the coordinator carries these. The row may have another place by then, so Citus refuses it.
 */
export async function carriedPlaces(text: string): Promise<readonly string[]> {
  const [statement] = nodesOfKind(await treeOf(text), 'stmt') as Query[];
  if (statement === undefined || (await insertsWithin(text)).length === 0) return [];
  const { withClause } = Object.values(statement)[0] ?? {};
  const names = namesIn(nodesOf((withClause as Node | undefined)?.['ctes']));
  return [statement, ...expressionsOf(withClause)].flatMap(({ UpdateStmt, DeleteStmt }) => {
    const { withClause: _, ...change } = UpdateStmt ?? DeleteStmt ?? {};
    const reads = nodesOfKind(change, 'RangeVar').some(({ relname }) => names.has(String(relname)));
    return reads && hasPlace(change) ? [tableOf(change)] : [];
  });
}

/**
 * Returns the sub-selects whose rows a statement turns into JSON as a whole. If they come from several nodes, Citus
 * loses the names of their columns.
 */
export async function namelessRows(text: string): Promise<readonly string[]> {
  const tree = await treeOf(text);
  const selects = nodesOfKind(tree, 'RangeSubselect').map(({ alias }) => String((alias as Node)['aliasname']));
  const names = new Set([...selects, ...namesIn(nodesOfKind(tree, 'ctes').flatMap(nodesOf))]);
  return nodesOfKind(tree, 'FuncCall')
    .filter((call) => /^(row_)?to_jsonb?$|^jsonb?_agg$/.test(nameOf(call)))
    .flatMap(({ args }) => nodesOf(args))
    .flatMap(({ ColumnRef: column }) => (column ? [partsOf(column as Node)] : []))
    .flatMap(([name = '', ...more]) => (more.length === 0 && names.has(name) ? [name] : []));
}

/** A query by its kind. */
type Query = Readonly<Partial<Record<string, Node>>>;

/** The queries of the common table expressions at or below a node. */
const expressionsOf = (node: unknown): Query[] =>
  nodesOfKind(node, 'CommonTableExpr').map(({ ctequery }) => ctequery as Query);

const namesIn = (ctes: readonly Node[]): ReadonlySet<string> =>
  new Set(ctes.map(({ CommonTableExpr: cte }) => String((cte as Node)['ctename'])));

const tableOf = ({ relation }: Node): string => String((relation as Node)['relname']);

const hasPlace = (change: Node): boolean =>
  nodesOfKind(change, 'ColumnRef').some((column) => partsOf(column).at(-1) === 'ctid');
