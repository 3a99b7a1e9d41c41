/** A sentence that names the kind of a zip archive without a workbook, by its parts, and says what to do. */
export function kindOfArchive(names: ReadonlySet<string>): string {
  const found = kinds.find(([part]) => [...names].some((name) => name.startsWith(part)));
  return found?.[1] ?? 'This is a zip archive. Unpack it and import the files in it one by one.';
}

const kinds: readonly (readonly [part: string, sentence: string])[] = [
  ['xl/workbook.bin', 'This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV.'],
  ['word/', 'This is a Word document. Copy its table to a spreadsheet and save that as .xlsx or CSV.'],
  ['ppt/', 'This is a PowerPoint presentation. Copy its table to a spreadsheet and save that as .xlsx or CSV.'],
  ['index/', 'This is an Apple Numbers or Pages document. Export it as .xlsx or CSV.'],
  ['meta-inf/manifest.xml', 'This is an OpenDocument file (.ods). Save it as .xlsx or CSV.'],
];
