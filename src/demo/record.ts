import { readFileSync } from 'node:fs';
import type { customFieldDefinitions } from '../resources/custom-fields.ts';
import type { InputOf } from '../resources/record-types.ts';

/** The record of a firm: what the player repeats for each account, with days relative to today. */
export interface FirmRecord extends FirmFile {
  readonly companies: readonly RecordedCompany[];
  /** The recorded pursuits of each kind of client. */
  readonly pursuits: ReadonlyMap<string, readonly RecordedPursuit[]>;
}

/** The tables of `sample/firm.json`. */
interface FirmFile {
  /** The posts of the firm's people. Every firm has the first twelve. */
  readonly posts: readonly Post[];
  readonly first_names: readonly string[];
  readonly last_names: readonly string[];
  /** By company category. */
  readonly job_titles: Readonly<Record<string, readonly string[]>>;
  readonly streets: readonly string[];
  /** Names for schools, subdivisions and business parks. */
  readonly places: readonly string[];
  readonly cities: readonly City[];
  readonly company_kinds: Readonly<Record<string, CompanyKind>>;
  readonly custom_fields: readonly InputOf<typeof customFieldDefinitions>[];
  readonly tasks: readonly { readonly title: string; readonly posts: readonly Post[] }[];
  /** Outcomes of calls with their notes; the gaps are `{project}` and `{contact}`. */
  readonly calls: readonly { readonly outcome: string; readonly note: string }[];
  /** Notes of meetings and of visits to the site, with the same gaps. */
  readonly meetings: readonly string[];
  readonly visits: readonly string[];
  /** Links to documents; the gap of an address is `{project}`. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** By stage. */
  readonly next_steps: Readonly<Record<string, readonly string[]>>;
  readonly lead_notes: Readonly<Record<'all' | 'public' | 'private', readonly string[]>>;
  /** The deeds on leads that become no projects. */
  readonly lead_deeds: readonly string[];
  /** The task lists of the office. */
  readonly office: readonly { readonly name: string; readonly deeds: string }[];
}

export type Post =
  | 'principal'
  | 'preconstruction_manager'
  | 'chief_estimator'
  | 'estimator'
  | 'business_development'
  | 'coordinator'
  | 'senior_project_manager'
  | 'project_manager'
  | 'project_engineer'
  | 'superintendent'
  | 'accountant';

export interface City {
  readonly name: string;
  readonly state: string;
  readonly zips: readonly [first: number, last: number];
  readonly area_code: string;
}

export interface CompanyKind {
  readonly category: string;
  readonly industries: readonly string[];
}

export interface RecordedCompany {
  readonly name: string;
  readonly kind: string;
  readonly city: string;
  /** Its number of projects with the firm; 0 if it is no client. */
  readonly projects: number;
}

/** A job of a client, with everything that the firm did about it. */
export interface RecordedPursuit {
  readonly client: string;
  /** With the gaps `{client}`, `{place}` and `{street}`. */
  readonly name: string;
  readonly sector: string;
  readonly scope: string;
  readonly division: string;
  readonly tender: string;
  readonly delivery: string;
  readonly contract: string;
  readonly source: string;
  /** In dollars, as first estimated. */
  readonly amount: number;
  readonly square_feet: number | null;
  readonly units: number | null;
  /** Months of construction. */
  readonly months: number;
  /** The working day of the bid, from the creation of the project. */
  readonly bid: number;
  readonly deeds: readonly RecordedDeed[];
}

/**
 * A day, a verb, and the words that belong to it:
 *
 * - `0 qualifying`, `58 bid_submitted 12621251`, `132 lost price`: the project moves into a stage, with the amount of
 *   the bid or the reason of the end. The stage of day 0 creates the project.
 * - `-7 lead`: the firm hears of the job. `25 snoozed 79` puts a lead off until day 79, `82 archived` gives it up.
 * - `18 team estimator`: a person joins the team; `57 crew superintendent+safety_manager`: with two roles, to build.
 * - `14 list`, `14 task 3 22`, `18 done 3`: the task list; task 3 of `firm.json`, due on day 22; its completion.
 * - `32 call 6`: a call with note 6 of `firm.json`.
 * - `20 meeting 2`, `33 visit 5`: a meeting and a visit to the site, with those notes of `firm.json`.
 * - `25 link 1`: link 1 of `firm.json` is attached to the project.
 * - `118 remaining`: the project manager says what is left to earn. The player adds it to won pursuits.
 */
export interface RecordedDeed {
  /** Working days from the creation of the project. */
  readonly day: number;
  readonly verb: string;
  readonly first: string;
  readonly second: string;
}

let known: FirmRecord | undefined;

/** Reads the record on first use. */
export const firmRecord = (): FirmRecord => (known ??= readRecord());

const read = (file: string): string => readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8');

function readRecord(): FirmRecord {
  const file = JSON.parse(read('firm.json')) as FirmFile;
  const companies = rowsOf('companies.tsv') as unknown as RecordedCompany[];
  const pursuits = rowsOf('pursuits.tsv').map((row) => ({ ...row, deeds: recordedDeeds(String(row['deeds'])) }));
  const ofKind = (kind: string): RecordedPursuit[] =>
    (pursuits as unknown as RecordedPursuit[]).filter(({ client }) => client === kind);
  return { ...file, companies, pursuits: new Map(Object.keys(file.company_kinds).map((kind) => [kind, ofKind(kind)])) };
}

/** The rows of a table, by the columns of its head. Numbers are read as numbers, and empty cells as null. */
function rowsOf(file: string): Record<string, string | number | null>[] {
  const [head = [], ...rows] = read(file)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const valueOf = (cell = ''): string | number | null => (/^\d+$/.test(cell) ? Number(cell) : cell || null);
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, valueOf(row[index])])));
}

/** Reads `0 qualifying, 14 task 3 22, …`. Each role of a team member becomes a deed of its own. */
export const recordedDeeds = (text: string): RecordedDeed[] =>
  text.split(', ').flatMap((one) => {
    const [day, verb = '', first = '', second = ''] = one.split(' ');
    const deed = { day: Number(day), verb, first, second };
    if (verb !== 'team' && verb !== 'crew') return [deed];
    const roles = first.split('+');
    const [lead = ''] = roles;
    return [
      { ...deed, first: lead },
      ...roles.map((role) => ({ ...deed, verb: `${verb}_role`, first: lead, second: role })),
    ];
  });
