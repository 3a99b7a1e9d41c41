const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The options whose name contains the text; those that begin with it, or have a word that does, come first. */
export function nearest<Option extends { readonly name: string }>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const sought = folded(text.trim());
  if (sought === '') return options;
  const rank = ({ name }: Option): number => {
    const at = folded(name).indexOf(sought);
    if (at <= 0) return at;
    return folded(name).includes(` ${sought}`) ? 1 : 2;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}
