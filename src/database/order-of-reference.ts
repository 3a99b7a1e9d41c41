/** A table, and those to which its foreign keys refer. */
interface ReferringTable {
  readonly name: string;
  readonly targets: readonly string[];
}

/** Puts each table after those of the list to which it refers. @throws if some refer to each other. */
export function inOrderOfReference<Table extends ReferringTable>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ targets }) => !targets.some((target) => waiting.has(target)));
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}
