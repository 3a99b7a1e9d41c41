import { searchInAccount } from '../../store/rows/search-words.ts';

/** The account in the words of an archive, whatever account it was made of. */
const anyAccount = '0';

/** The rows of a table with their words as an archive has them: the same for every account. */
export async function* archivedSearch(
  columns: readonly string[],
  lines: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  const isSearched = columns.includes('search');
  for await (const some of lines) yield isSearched ? some.map(ofAnyAccount) : some;
}

/** A row with the words of no account. It stays text, because a number of JSON may be rounded. */
const ofAnyAccount = (line: string): string =>
  line.replace(/(?<=[{,]"search":")(?:[^"\\]|\\.)*(?=")/, (search) => searchInAccount(search, anyAccount));
