import { type ZipPart, zipOf } from './zip.ts';

export interface SheetContent {
  readonly name: string;
  /** The rows as XML: `<row r="1"><c r="A1"><v>1</v></c></row>`. */
  readonly rows: string;
  readonly state?: 'hidden';
  /** Elements behind the rows, such as `<hyperlinks>`. */
  readonly behind?: string;
}

export interface WorkbookContent {
  readonly sheets: readonly SheetContent[];
  /** The `si` elements, as XML. */
  readonly shared?: string;
  /** The format codes of the styles 1, 2 and so on. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  readonly others?: readonly ZipPart[];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The bytes of a workbook. */
export function workbookOf({
  sheets,
  shared = '',
  formats = [],
  is1904 = false,
  others = [],
}: WorkbookContent): Buffer {
  const names = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${state === undefined ? '' : `state="${state}" `}r:id="s${index}"/>`,
  );
  return zipOf([
    { name: '_rels/.rels', content: relationsOf([['w', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsOf([
        ...sheets.map((_, index): Relation => [`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`]),
        ['t', 'sharedStrings', '/xl/sharedStrings.xml'],
        ['f', 'styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/sharedStrings.xml', content: `${head}<sst xmlns="${main}">${shared}</sst>` },
    { name: 'xl/styles.xml', content: stylesOf(formats) },
    ...sheets.map(({ rows, behind }, index) => ({
      name: `xl/worksheets/sheet${index}.xml`,
      content: sheetXml(rows, behind),
    })),
    ...others,
  ]);
}

/** A workbook of one sheet with these rows. */
export const sheetOf = (rows: string, more: Omit<WorkbookContent, 'sheets'> = {}): Buffer =>
  workbookOf({ sheets: [{ name: 'Bids', rows }], ...more });

/** A row of texts. */
export const textRow = (line: number, ...texts: readonly string[]): string =>
  `<row r="${line}">${texts.map((text, index) => textCell(`${String.fromCharCode(65 + index)}${line}`, text)).join('')}</row>`;

export const textCell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

const sheetXml = (rows: string, behind = ''): string =>
  `${head}<worksheet xmlns="${main}" xmlns:r="${relations}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;

/** A workbook of one sheet with these rows and links, each a cell or a range with its target. */
export const linkedSheet = (rows: string, links: readonly (readonly [reference: string, target: string])[]): Buffer =>
  workbookOf({
    sheets: [
      {
        name: 'Bids',
        rows,
        behind: `<hyperlinks>${links.map(([ref], at) => `<hyperlink ref="${ref}" r:id="h${at}"/>`).join('')}</hyperlinks>`,
      },
    ],
    others: [
      {
        name: 'xl/worksheets/_rels/sheet0.xml.rels',
        content: `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
          .map(
            ([, target], at) =>
              `<Relationship Id="h${at}" Type="${relations}/hyperlink" Target="${target}" TargetMode="External"/>`,
          )
          .join('')}</Relationships>`,
      },
    ],
  });

type Relation = readonly [id: string, type: string, target: string];

const relationsOf = (all: readonly Relation[]): string =>
  `${head}<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

function stylesOf(formats: readonly string[]): string {
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('');
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('');
  return `${head}<styleSheet xmlns="${main}"><numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`;
}
