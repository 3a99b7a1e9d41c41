import {
  areReplaced,
  type ImportSummary,
  type ProblemGroup,
  sameName,
  sameNumber,
  warningKind,
} from '../resources/transfer/import-summary.ts';
import { capital } from '../resources/in-words.ts';
import { placeWord } from '../resources/transfer/imports.ts';
import type { ImportRead } from '../resources/transfer/shown-import.ts';
import { entriesHint, entriesInWords, type KnownEntries } from './known-entries.ts';

/** The groups of problems, of warnings and the near names that are printed. */
const mostGroups = 10;

/** The texts of a group that are printed. */
const mostValues = 5;

interface Asked {
  /** The file of superseded rows that the command has written. */
  readonly superseded?: string;
  readonly known?: KnownEntries;
  /** A further command, as people can copy it. */
  readonly next: (command: string) => string;
}

/** The problems of the rows by groups, as lines; none if there are no problems. */
export function summaryLines(done: ImportRead, asked: Asked): string[] {
  if (done.summary === null) return [];
  const { problems, warnings, near_names: near } = done.summary;
  const word = capital(placeWord(done.format));
  const known: KnownEntries = asked.known ?? new Map();
  const section = (title: string, groups: readonly ProblemGroup[]) => groupLines(title, groups, { word, known });
  const sections = [
    section('Problems of the rows:', problems),
    ...warningSections.map(([title, isIn]) => section(title, warnings.filter(isIn))),
    entriesHint(known),
    supersededLines(done, warnings, asked),
    nearLines(near),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

const isRepetition = ({ code }: ProblemGroup): boolean => code === sameName || code === sameNumber;

/** The warnings under their headings. A group stands under one. */
const warningSections: readonly (readonly [title: string, isIn: (group: ProblemGroup) => boolean])[] = [
  ['What other rows lose:', (group) => warningKind(group) === 'lost'],
  ['Rows that are skipped, because they are no records:', (group) => warningKind(group) === 'skipped'],
  ['New records with a name or a number that others have:', isRepetition],
  [
    'Other rows to look at:',
    (group) => warningKind(group) === 'noticed' && !isRepetition(group) && group.code !== 'other_name',
  ],
  ['Records that get another name:', (group) => group.code === 'other_name' && !areReplaced(group)],
  ['Columns that are not imported, with their filled cells:', (group) => warningKind(group) === 'column'],
];

function supersededLines(
  { id, status, counts, dry_run: checked, mapping }: ImportRead,
  warnings: readonly ProblemGroup[],
  { superseded: written, next }: Asked,
): string[] {
  const superseded = (counts ?? checked)?.superseded ?? 0;
  if (superseded === 0) return [];
  const others = warnings.filter(areReplaced).reduce((sum, { count }) => sum + count, 0);
  const told = supersededInWords(superseded, others, mapping.upsert_by);
  if (written !== undefined) return [told];
  const option = '--superseded <file>';
  return [
    `${told} To get these rows${status === 'checked' ? `, add ${option}.` : `: ${next(`import --of ${id} ${option}`)}`}`,
  ];
}

const nearLines = (near: ImportSummary['near_names']): string[] =>
  near.length === 0
    ? []
    : [
        'New records with names near to those of others, which stay apart:',
        ...near.slice(0, mostGroups).map(({ value, near: ones }) => `  ${value}: ${ones.map(nameAndId).join(', ')}`),
        ...more(near.length),
      ];

const nameAndId = ({ id, name }: ImportSummary['near_names'][number]['near'][number]): string =>
  `${name} (${id === null ? 'in this file' : `id ${id}`})`;

interface Shown {
  /** The word for the place of a row. */
  readonly word: string;
  readonly known: KnownEntries;
}

function groupLines(title: string, groups: readonly ProblemGroup[], shown: Shown): string[] {
  if (groups.length === 0) return [];
  const width = Math.max(...groups.slice(0, mostGroups).map(({ count }) => String(count).length));
  const lines = groups
    .slice(0, mostGroups)
    .map((group) => `  ${String(group.count).padStart(width)}  ${inWords(group, shown)}`);
  return [title, ...lines, ...more(groups.length)];
}

const more = (groups: number): string[] => (groups > mostGroups ? [`  … and ${groups - mostGroups} more`] : []);

/** `Stage: names no stage by its name. Values: "Won!" (7), "Lost?" (5). Lines 3, 9, 12, …` */
function inWords(group: ProblemGroup, { word, known }: Shown): string {
  const { column, field, message, lines, count } = group;
  const where = column ?? field;
  const place = where === null || message.startsWith('Column ') ? '' : `${where}: `;
  const told = `${place}${message}${/[.!?]$/.test(message) ? '' : '.'}`;
  const of = `${word}${count === 1 ? '' : 's'} ${lines.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''}.`;
  return [told, ...valuesInWords(group), ...entriesInWords(group, known), of].join(' ');
}

/** Empty if the message of a conversion shows the only value already. */
function valuesInWords({ message, values, has_more_values: hasMore }: ProblemGroup): string[] {
  const [first, second] = values;
  if (!first || (!second && message.includes(JSON.stringify(first.value)))) return [];
  const texts = values.slice(0, mostValues).map(({ value, count }) => `${JSON.stringify(value)} (${count})`);
  return [`Values: ${[...texts, ...(hasMore || values.length > mostValues ? ['…'] : [])].join(', ')}.`];
}

/** `1 row`, `3 rows`. */
const rowCount = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** How many rows a later row replaces, and how many of those have another name. */
function supersededInWords(count: number, others: number, upsertBy: readonly string[]): string {
  const by = upsertBy.map((name) => name.replaceAll(/[._]/g, ' ')).join(' and ');
  const replaced = `${rowCount(count)} ${count === 1 ? 'is' : 'are'} replaced by a later row with the same ${by}`;
  if (others === 0) return `${replaced}.`;
  if (count === 1) return `${replaced}, which has another name.`;
  return `${replaced}; ${others} of them ${others === 1 ? 'has' : 'have'} another name.`;
}
