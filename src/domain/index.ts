import type { DeclaredAs, DeclaredPlural } from '../resources/index.ts';
import { callSubjects } from '../resources/calls.ts';
import { contactIdentity } from '../resources/contacts.ts';
import { lists } from '../resources/lists.ts';
import { noteSubjects } from '../resources/notes.ts';
import type { Resource } from '../resources/resource.ts';
import { timeCall } from './call-time.ts';
import { defineCustomField, withApiName } from './custom-field-definition.ts';
import { setCustomValues } from './custom-values.ts';
import { keepDocument, mostOfDisplay, mostOfMapping } from './document.ts';
import { assignEntryKey } from './entry-key.ts';
import { keepContents } from './file-contents.ts';
import { nameFile } from './file-name.ts';
import { ownFile } from './file-owner.ts';
import { setGoal, withSubject } from './goals.ts';
import { keepWhileUsed } from './in-use.ts';
import { archiveLead } from './lead-archive.ts';
import { convertLead } from './lead-conversion.ts';
import { snoozeLead } from './lead-snooze.ts';
import { mentionUsers } from './note-mentions.ts';
import { timeNote } from './note-time.ts';
import { joinPersonName } from './person-name.ts';
import { setBidDue } from './projects/bid-due.ts';
import { computeFigures, projectDerivation } from './projects/computed-fields.ts';
import { dateRemainingWork } from './projects/remaining-work.ts';
import { closeProject, firstOpenStage, moveProject, recordSubmission } from './projects/project-stage.ts';
import type { Change, Derivation, EntryLookup, Rule, RuleContext, Values, Verdict } from './rule.ts';
import { keepQuestion } from './saved-question.ts';
import { requireSome } from './some-value.ts';
import { configureStage } from './projects/stage-entry.ts';
import { completeTask } from './task-completion.ts';
import { nameTeamRole } from './team-role.ts';
import { keepAdmin } from './user-admin.ts';
import { endCredentials } from './user-departure.ts';
import { keepPassword } from './user-password.ts';
import { guardSignIn } from './user-sign-in.ts';

/** The rules of a resource in the order they run: each rule sees the values that earlier rules set. */
export const rulesOf = (plural: string): readonly Rule[] => rules[plural] ?? [];

/** The values of a change for unique columns, including those that a rule derives from the values of a new record. */
export const uniqueValuesOf = (
  { plural }: Resource,
  action: Change['action'],
  input: Values,
  known: EntryLookup,
): Values => {
  if (action !== 'create') return input;
  if (plural === 'goals') return withSubject(input);
  return plural === 'custom_fields' ? withApiName(input, known) : input;
};

/** Whether a rule may ask how many records use an entry: at a deletion, or when a request gives a stage's category. */
export const needsReferrerCount = (plural: string, action: Change['action'], input: readonly Values[]): boolean =>
  action === 'delete' ||
  (action === 'update' && plural === 'project_stages' && input.some((values) => 'category' in values));

/** Whether a rule may ask which admins can sign in: when one may leave or lose the role. */
export const needsSignIns = (plural: string, action: Change['action'], input: readonly Values[]): boolean =>
  plural === 'users' && (action === 'delete' || (action === 'update' && input.some((values) => 'role' in values)));

/** Whether a rule may ask which contents of files the account still has: when files come back from the trash. */
export const needsContents = (plural: string, action: Change['action']): boolean =>
  plural === 'files' && action === 'restore';

/**
 * A rule of this resource, and perhaps of others. TypeScript compares two `Rule`s by their resources, which must then be
 * the same, but it compares this type by its parameters.
 */
type RuleFor<R extends Resource> = (change: Change<R>, context: RuleContext) => Verdict<R>;

const ruled: { readonly [Plural in DeclaredPlural]?: readonly RuleFor<DeclaredAs<Plural>>[] } = {
  calls: [requireSome(callSubjects), timeCall],
  companies: [setCustomValues('company')],
  contacts: [joinPersonName, requireSome(contactIdentity), setCustomValues('contact')],
  custom_fields: [defineCustomField],
  files: [ownFile, nameFile, keepContents],
  goals: [setGoal],
  import_mappings: [keepDocument('mapping', mostOfMapping)],
  leads: [archiveLead, snoozeLead, convertLead],
  notes: [requireSome(noteSubjects), timeNote, mentionUsers],
  project_stages: [assignEntryKey('project_stages'), configureStage, keepWhileUsed],
  project_team_roles: [nameTeamRole],
  // `closeProject` reads the stage that `moveProject` sets, and `recordSubmission` how the project closes.
  projects: [
    moveProject,
    closeProject,
    recordSubmission,
    setBidDue,
    dateRemainingWork,
    computeFigures,
    setCustomValues('project'),
  ],
  saved_views: [keepQuestion, keepDocument('display', mostOfDisplay)],
  tasks: [completeTask],
  users: [joinPersonName, keepAdmin, guardSignIn, keepPassword, endCredentials],
};

// A caller that looks up rules by plural does not know the type of the record.
const rules = {
  ...Object.fromEntries(lists.map(({ plural }) => [plural, [assignEntryKey(plural), keepWhileUsed]])),
  ...ruled,
} as Readonly<Record<string, readonly Rule[]>>;

/** The derivations of the resources that have derived fields, by plural. */
export const derivations = { projects: projectDerivation } as Readonly<Partial<Record<string, Derivation>>>;

/** The ids of the small records that a new record refers to by default, by plural. */
export function defaultReferences(plural: string, context: EntryLookup): ReadonlyMap<string, string> {
  const stage = plural === 'projects' ? firstOpenStage(context) : undefined;
  return new Map(stage ? [['project_stages', stage.id]] : []);
}
