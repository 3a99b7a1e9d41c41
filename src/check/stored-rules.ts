import { callSubjects } from '../resources/calls.ts';
import { contactIdentity } from '../resources/contacts.ts';
import type { DeclaredAs, DeclaredPlural } from '../resources/index.ts';
import { fileOwners } from '../resources/files.ts';
import { noteSubjects } from '../resources/notes.ts';
import type { RecordOf } from '../resources/record-types.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { fold } from '../resources/vocabulary/formats.ts';
import { teamRoleNames } from '../resources/vocabulary/choices.ts';
import { subjectOf } from '../domain/goals.ts';
import { isFileName } from '../domain/file-name.ts';
import { isSame } from '../domain/input.ts';
import { mentionedIn } from '../domain/note-mentions.ts';
import { joinedName } from '../domain/person-name.ts';
import { periodOf } from '../domain/periods.ts';
import { durationOf, pricePer } from '../domain/projects/computed-fields.ts';
import { fits } from '../domain/projects/project-stage.ts';
import type { CheckedRecord } from '../store/check/record-cursors.ts';
import type { Directory } from '../store/rows/directory.ts';
import { customValueFaults } from './custom-values.ts';

/** Checks a stored record against the rules of the product. @returns a sentence for each broken rule. */
export function ruleFaults(resource: Resource, record: CheckedRecord, directory: Directory): readonly string[] {
  const { row, folded } = record;
  return [
    ...Object.entries(folded).flatMap(([name, stored]) => {
      const value = row[name];
      const expected = typeof value === 'string' ? fold(value) : null;
      return stored === expected ? [] : [`Its ${name}_folded, by which lists sort, is not that of its ${name}.`];
    }),
    ...(rules[resource.plural]?.(row, directory) ?? []),
    ...customValueFaults(resource, row, directory),
  ];
}

type Judge<R extends Resource> = (record: RecordOf<R>, directory: Directory) => readonly string[];

const judges: { readonly [Plural in DeclaredPlural]?: Judge<DeclaredAs<Plural>> } = {
  calls: (call) =>
    callSubjects.some((column) => /\S/.test(call[column] ?? ''))
      ? []
      : ['It has no company, contact, project or notes.'],
  contacts: (contact) => [
    ...(contactIdentity.some((column) => /\S/.test(contact[column] ?? '')) ? [] : ['It has no name and no e-mail.']),
    ...nameFaults(contact),
  ],
  files: fileFaults,
  goals: goalFaults,
  leads: (lead) =>
    (lead.archived_at === null) === (lead.archived_by_id === null)
      ? []
      : ['Only one of archived_at and archived_by is set.'],
  notes: (note) => [
    ...(noteSubjects.some((column) => (note[column] ?? []).length > 0)
      ? []
      : ['It has no company, lead, project or contact.']),
    ...(isSame(note.mentioned_user_ids, mentionedIn(note.text))
      ? []
      : ['Its mentioned users are not those of its text.']),
  ],
  project_stages: (stage) => [
    ...(stage.category === 'lost' || stage.close_type === null
      ? []
      : ['It has a close_type, but is not a lost stage.']),
    ...(stage.category === 'open' || stage.milestone === null ? [] : ['It has a milestone, but is not an open stage.']),
  ],
  project_team_roles: (role) =>
    role.name === teamRoleNames[role.role] ? [] : [`Its name is not that of the role ${role.role}.`],
  projects: projectFaults,
  users: (user) => nameFaults(user),
};

const rules = judges as Readonly<Partial<Record<string, (row: Row, directory: Directory) => readonly string[]>>>;

function nameFaults(person: { first_name: string | null; last_name: string | null; name: string | null }): string[] {
  const name = joinedName(person.first_name, person.last_name);
  return person.name === name ? [] : ['Its name is not made of its first_name and last_name.'];
}

/** The fiscal year may begin in another month while a goal is deleted. */
function goalFaults(goal: RecordOf<DeclaredAs<'goals'>>, { fiscalYearStartsMonth: firstMonth }: Directory): string[] {
  const { from, to } = periodOf(goal.starts_on, goal.period, firstMonth);
  const isPeriod = goal.deleted_at !== null || (goal.starts_on === from && goal.ends_on === to);
  return [
    ...(isPeriod ? [] : [`Its days are not those of a ${goal.period}, ${from} to ${to}.`]),
    ...(goal.subject === subjectOf(goal) ? [] : ['Its subject is not made of its period, measure and scope.']),
    ...(goal.target > 0 ? [] : ['Its target is not greater than 0.']),
    ...(goal.division_id === null || goal.user_id === null ? [] : ['It has a division and a user.']),
  ];
}

function fileFaults(file: RecordOf<DeclaredAs<'files'>>): string[] {
  const contents = [file.media_type, file.size, file.sha256];
  const isLink = file.kind === 'link' && isSet(file.url) && !contents.some(isSet);
  const isStored = file.kind === 'file' && !isSet(file.url) && contents.every(isSet);
  return [
    ...(fileOwners.filter((column) => isSet(file[column])).length === 1 ? [] : ['It does not belong to one record.']),
    ...(isLink || isStored ? [] : [`It does not have what a ${file.kind === 'link' ? 'link' : 'file'} has.`]),
    ...(isFileName(file.name) ? [] : ['Its name is not the name of a file.']),
  ];
}

type Project = RecordOf<DeclaredAs<'projects'>>;

function projectFaults(project: Project, directory: Directory): string[] {
  const figures = {
    price_per_square_foot: pricePer(project.amount, project.square_feet),
    price_per_unit: pricePer(project.amount, project.units),
    project_duration: durationOf(project.start_date, project.end_date),
  };
  const wrong = Object.entries(figures).filter(([name, value]) => project[name as keyof typeof figures] !== value);
  return [
    ...wrong.map(([name, value]) => `Its ${name} is ${project[name as keyof typeof figures]}, and should be ${value}.`),
    ...bidFaults(project),
    ...closingFaults(project, directory),
    ...(isSet(project.closed_at) === isSet(project.close_type) ? [] : ['Only one of close_type and closed_at is set.']),
    ...(isSet(project.remaining_amount) === isSet(project.remaining_as_of)
      ? []
      : ['Only one of remaining_amount and remaining_as_of is set.']),
  ];
}

const isSet = (value: unknown): boolean => value !== null;

function bidFaults({ bid_due_date: date, bid_due_at: at, bid_due_at_includes_time: includesTime }: Project): string[] {
  const known = [date, at, includesTime].filter((value) => value !== null).length;
  return known === 0 || known === 3
    ? []
    : ['Of bid_due_date, bid_due_at and bid_due_at_includes_time, some are set and some are not.'];
}

/** The category of a stage may change while all of its projects are deleted. */
function closingFaults(project: Project, directory: Directory): string[] {
  if (project.deleted_at !== null) return [];
  const category = directory.entries('project_stages').get(project.project_stage_id)?.category ?? 'open';
  const closeType = project.close_type;
  return fits(category, closeType)
    ? []
    : [`Its close_type is ${closeType ?? 'empty'}, which no project in a ${category} stage may have.`];
}
