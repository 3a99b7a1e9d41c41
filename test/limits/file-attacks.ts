import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { tokens } from '../support/service/template.ts';
import { addressParts } from '../../src/resources/fields.ts';
import { csv } from '../support/data/importing.ts';
import type { Attack } from './attacks.ts';
import { sheetOf, textRow } from '../transfer/files/support/workbook.ts';
import type { Subject } from './subject.ts';

/** An import as far as an attack reads it. */
interface Import {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
}

const importOf = (text: string): Import => (JSON.parse(text) as { import: Import }).import;

/** Uploads a file and checks its import with a mapping, or with the proposed one. @returns the problem of the import. */
async function check({ send }: Subject, file: Buffer, mapping?: object): Promise<string | null> {
  const sent = async (expected: number, method: string, path: string, body?: unknown): Promise<Import> => {
    const { status, text } = await send(method, path, body);
    if (status !== expected) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
    return importOf(text);
  };
  const { id } = await sent(201, 'POST', '/imports?as=projects', file);
  if (mapping) await sent(200, 'PATCH', `/imports/${id}`, { import: { mapping } });
  await sent(202, 'POST', `/imports/${id}/check`);
  for (;;) {
    const { status, problem } = await sent(200, 'GET', `/imports/${id}`);
    if (status !== 'checking') return problem;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Uploads a file and checks its import, which succeeds, or ends with a problem. */
const checked =
  (file: () => Buffer, { mapping, problem }: { readonly mapping?: object; readonly problem?: string } = {}) =>
  async (subject: Subject): Promise<void> => {
    const found = await check(subject, file(), mapping);
    if (problem === undefined ? found !== null : found?.includes(problem) !== true) {
      throw new Error(`The problem of the import is: ${found ?? 'none'}`);
    }
  };

/** Uploads a file that the service refuses. */
const refused =
  (file: () => Buffer): Attack['attack'] =>
  async ({ send }) => {
    const { status, text } = await send('POST', '/imports?as=projects', file());
    if (status !== 422) throw new Error(`The file was answered ${status}: ${text.slice(0, 500)}`);
  };

/** Uploads a file for which the service proposes a mapping. */
const uploaded =
  (file: () => Buffer): Attack['attack'] =>
  async ({ send }) => {
    const { status, text } = await send('POST', '/imports?as=projects', file());
    if (status !== 201) throw new Error(`The file was answered ${status}: ${text.slice(0, 500)}`);
  };

/** Sends an archive that the service refuses, for a firm without records. */
const refusedArchive =
  (file: () => Buffer): Attack['attack'] =>
  async ({ send }) => {
    const { status, text } = await send('POST', '/account/archive', file(), tokens.second);
    if (status !== 422) throw new Error(`The archive was answered ${status}: ${text.slice(0, 500)}`);
  };

const mebibyte = 2 ** 20;

/** A compressed tar archive with a file of blanks. */
function blankFile(path: string, size: number): Buffer {
  const head = Buffer.alloc(512);
  new Header({ path, mode: 0o600, size, mtime: new Date(0), type: 'File' }).encode(head);
  const piece = gzipSync(Buffer.alloc(mebibyte, ' '));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: Math.ceil(size / mebibyte) }, () => piece)]);
}

const rows = 200;

/** A CSV whose rows all have these cells, below the names of the columns. */
const tableOf = (cells: Readonly<Record<string, string>>, count = rows): Buffer =>
  Buffer.from(csv(Object.keys(cells), ...Array.from({ length: count }, () => Object.values(cells))));

const many = <One>(count: number, one: (at: number) => One): One[] => Array.from({ length: count }, (_, at) => one(at));

const numbered = (count: number, one: (id: number) => string): string => many(count, one).join('');

/** A CSV of rows with a thousand columns, the names first. */
const wideTable = (...lines: readonly ((column: number) => string)[]): Buffer => {
  const [header = [], ...data] = lines.map((cell) => many(1000, cell));
  return Buffer.from(csv(header, ...data));
};

const blanks = (count: number): string => ' '.repeat(count);

export const fileAttacks: readonly Attack[] = [
  {
    title: 'a name with 150,000 blanks in it',
    attack: checked(() => Buffer.from(csv(['Project Name', 'Amount'], ['Total', '5'], [`a${blanks(150_000)}b`, '5']))),
  },
  {
    title: 'dates, numbers and addresses that fit their forms in many ways, but for their ends',
    attack: checked(
      () =>
        tableOf({
          name: 'Clinic',
          due: `1/1/2026${blanks(190)}x`,
          amount: `(${blanks(98)}x`,
          address: `${'1'.repeat(240)} ${'St '.repeat(80)}!`,
        }),
      {
        mapping: {
          columns: [
            { from: ['name'], to: 'name' },
            { from: ['due'], to: 'bid_due_date', transform: [{ date: `M/d/yyyy${blanks(20)}EEE` }] },
            { from: ['amount'], to: 'amount', transform: [{ number: {} }] },
            { from: ['address'], to: 'address.city', transform: [{ address: { part: 'city' } }] },
          ],
        },
      },
    ),
  },
  {
    title: 'a file whose rows are as long as they may be',
    attack: checked(() =>
      Buffer.from(
        csv(['Project Name', 'Note'], ...Array.from({ length: 60 }, () => ['Clinic', 'x'.repeat(1_000_000)])),
      ),
    ),
  },
  {
    title: 'rows whose one long text all columns read in twenty steps',
    attack: checked(() => tableOf({ name: 'Clinic', note: 'x '.repeat(600) }), {
      mapping: {
        columns: [
          { from: ['name'], to: 'name' },
          ...['description', 'project_number', ...addressParts.map((part) => `address.${part}`)].map((to) => ({
            ...{ from: ['note'], to },
            transform: Array.from({ length: 20 }, () => ({ case: 'title' })),
          })),
        ],
      },
    }),
  },
  {
    title: 'rows of a thousand filled cells',
    attack: checked(() =>
      wideTable(
        (at) => (at === 0 ? 'Project Name' : `Column ${at}`),
        ...many(300, (row) => (column: number) => `${row % 10}${column % 7}`),
      ),
    ),
  },
  {
    title: 'a thousand columns whose names have a hundred parts',
    attack: uploaded(() =>
      wideTable(
        (at) => `${'a/'.repeat(94)}${at}`,
        () => 'x',
      ),
    ),
  },
  {
    title: 'a thousand columns whose names are one field',
    attack: uploaded(() =>
      wideTable((at) => `Bid Date (${at})`, ...many(150, (row) => () => `March ${1 + (row % 28)}, 2026 q`)),
    ),
  },
  {
    title: 'thirty rows that could each name a thousand columns',
    attack: uploaded(() => wideTable(...many(30, (row) => (column: number) => `${'aB '.repeat(30)}${row} ${column}`))),
  },
  {
    title: 'a sheet of a million formulas without values',
    attack: uploaded(() =>
      sheetOf(many(1000, () => `<row><c t="str"><v>a</v></c>${'<c><f/></c>'.repeat(998)}</row>`).join('')),
    ),
  },
  {
    title: 'rows that each name a new entry of a list',
    attack: checked(
      () =>
        Buffer.from(csv(['Name', 'Sector'], ...Array.from({ length: rows }, (_, row) => ['Clinic', `Sector ${row}`]))),
      {
        mapping: {
          columns: [
            { from: ['Name'], to: 'name' },
            { from: ['Sector'], to: 'market_sector' },
          ],
          references: { market_sector: { by: 'name', missing: 'create' } },
        },
      },
    ),
  },
  {
    title: 'a workbook with 100,000 relationships and as many sheets',
    attack: refused(() =>
      sheetOf('', {
        others: [
          {
            name: 'xl/_rels/workbook.xml.rels',
            content: `<R>${numbered(100_000, (id) => `<Relationship Id="s${id}" Type="/worksheet" Target="a"/>`)}</R>`,
          },
          {
            name: 'xl/workbook.xml',
            content: `<workbook xmlns:r="r">${numbered(100_000, (id) => `<sheet name="A" r:id="s${id}"/>`)}</workbook>`,
          },
        ],
      }),
    ),
  },
  {
    title: 'a workbook with as many styles, formats and shared texts as there may be',
    attack: checked(() =>
      sheetOf(
        textRow(1, 'Project Name', 'Due') +
          numbered(rows, (line) => `<row><c t="s"><v>${line}</v></c><c s="9"><v>5</v></c></row>`),
        {
          shared: numbered(500, (id) => `<si><t>Project ${String(id).padEnd(60_000, 'x')}</t></si>`),
          formats: Array.from({ length: 30_000 }, () => `${'['.repeat(254)}d`),
        },
      ),
    ),
  },
  {
    title: 'a workbook whose rows together have a thousand characters for each of its bytes',
    attack: checked(
      () =>
        sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(16)}</row>`.repeat(1000), {
          shared: `<si><t>${'x'.repeat(65_000)}</t></si>`,
        }),
      { mapping: { columns: [{ from: ['Column 1'], to: 'name' }] }, problem: 'more than 64 Mi characters' },
    ),
  },
  {
    title: 'a workbook with a number format of 60,000 brackets',
    attack: refused(() => sheetOf(textRow(1, 'name'), { formats: ['['.repeat(60_000)] })),
  },
  {
    title: 'a workbook whose 80,000 cells name one long text',
    attack: refused(() =>
      sheetOf(textRow(1, 'name') + `<row>${'<c t="s"><v>0</v></c>'.repeat(800)}</row>`.repeat(100), {
        shared: `<si><t>${'x'.repeat(65_535)}</t></si>`,
      }),
    ),
  },
  {
    title: 'a workbook with a value of 50 MiB that empty tags cut',
    attack: refused(() =>
      sheetOf(`${textRow(1, 'name')}<row><c><v>${`${'1'.repeat(2 ** 16)}<x/>`.repeat(800)}</v></c></row>`),
    ),
  },
  {
    title: 'an archive with a manifest of 500 MiB',
    attack: refusedArchive(() => blankFile('manifest.json', 500 * mebibyte)),
  },
  {
    title: 'an archive of nothing but 500 MiB behind its end',
    attack: refusedArchive(() => Buffer.concat([gzipSync(Buffer.alloc(1024)), blankFile('a', 500 * mebibyte)])),
  },
  {
    title: 'a workbook with a million names of elements',
    attack: refused(() =>
      sheetOf('', {
        others: [
          {
            name: 'xl/workbook.xml',
            content: `<workbook>${numbered(1_000_000, (id) => `<n${id}/>`)}</workbook>`,
          },
        ],
      }),
    ),
  },
];
