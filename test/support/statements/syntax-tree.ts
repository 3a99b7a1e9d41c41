import { parse } from 'libpg-query';

/** A node of the syntax tree, with the names of Postgres's parser. */
export interface Node {
  readonly [part: string]: unknown;
}

let last: { readonly text: string; readonly tree: Promise<unknown> } | undefined;

/** Parses a statement, once for all rules. The promise is rejected if Postgres would not parse it. */
export function treeOf(text: string): Promise<unknown> {
  if (last?.text !== text) last = { text, tree: parse(text) };
  return last.tree;
}

export const nodesOf = (list: unknown): readonly Node[] => (Array.isArray(list) ? (list as Node[]) : []);

/** Returns every node of a kind at or below a node, with the fields of each. */
export function nodesOfKind(node: unknown, kind: string): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node as Node).flatMap(([part, value]) => [
    ...(part === kind ? [value as Node] : []),
    ...nodesOfKind(value, kind),
  ]);
}

/** Returns the last part of a name that may have several: `now` of `pg_catalog.now`. */
export const lastOf = (names: unknown): string => {
  const last = (names as readonly { readonly String?: { readonly sval: string } }[] | undefined)?.at(-1);
  return last?.String?.sval ?? '';
};

/** Returns the name of a called function. */
export const nameOf = ({ funcname }: Node): string => lastOf(funcname);

/** Returns the parts of a column's name; `*` stands for all columns. */
export const partsOf = ({ fields }: Node): string[] =>
  nodesOf(fields).map((field) => (field['String'] as { sval: string } | undefined)?.sval ?? '*');
