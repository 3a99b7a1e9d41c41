import type { DeclaredAs, DeclaredPlural } from '../resources/index.ts';
import { lists } from '../resources/lists.ts';
import type { Resource } from '../resources/resource.ts';
import { recordCall } from './call-record.ts';
import { requireContactIdentity } from './contact-identity.ts';
import { defineCustomField, withApiName } from './custom-field-definition.ts';
import { setCustomValues } from './custom-values.ts';
import { assignEntryKey } from './entry-key.ts';
import { keepWhileUsed } from './in-use.ts';
import { archiveLead } from './lead-archive.ts';
import { convertLead } from './lead-conversion.ts';
import { snoozeLead } from './lead-snooze.ts';
import { keepMapping } from './import-mapping.ts';
import { joinPersonName } from './person-name.ts';
import { setBidDue } from './projects/bid-due.ts';
import { computeFigures, projectDerivation } from './projects/computed-fields.ts';
import { closeProject, firstOpenStage, moveProject, recordSubmission } from './projects/project-stage.ts';
import type { Change, Derivation, Rule, RuleContext, Values, Verdict } from './rule.ts';
import { keepDisplay } from './saved-display.ts';
import { keepQuestion } from './saved-question.ts';
import { configureStage } from './projects/stage-entry.ts';
import { completeTask } from './task-completion.ts';
import { nameTeamRole } from './team-role.ts';
import { keepAdmin } from './user-admin.ts';
import { endCredentials } from './user-departure.ts';
import { keepPassword } from './user-password.ts';

/** The rules of a resource in the order they run: each rule sees the values that earlier rules set. */
export const rulesOf = (plural: string): readonly Rule[] => rules[plural] ?? [];

/** The values of a change for unique columns, including the `api_name` that a rule derives. */
export const uniqueValuesOf = (
  { plural }: Resource,
  action: Change['action'],
  input: Values,
  known: Pick<RuleContext, 'entries'>,
): Values => (plural === 'custom_fields' && action === 'create' ? withApiName(input, known) : input);

/** Whether a rule may ask how many records use an entry: at a deletion, or when a request gives a stage's category. */
export const needsReferrerCount = (plural: string, action: Change['action'], input: readonly Values[]): boolean =>
  action === 'delete' ||
  (action === 'update' && plural === 'project_stages' && input.some((values) => 'category' in values));

type Judge<R extends Resource> = (change: Change<R>, context: RuleContext) => Verdict<R>;

const ruled: { readonly [Plural in DeclaredPlural]?: readonly Judge<DeclaredAs<Plural>>[] } = {
  calls: [recordCall],
  companies: [setCustomValues('company')],
  contacts: [joinPersonName, requireContactIdentity, setCustomValues('contact')],
  custom_fields: [defineCustomField],
  import_mappings: [keepMapping],
  leads: [archiveLead, snoozeLead, convertLead],
  project_stages: [assignEntryKey('project_stages'), configureStage, keepWhileUsed],
  project_team_roles: [nameTeamRole],
  // `closeProject` reads the stage that `moveProject` sets, and `recordSubmission` how the project closes.
  projects: [moveProject, closeProject, recordSubmission, setBidDue, computeFigures, setCustomValues('project')],
  saved_views: [keepQuestion, keepDisplay],
  tasks: [completeTask],
  users: [joinPersonName, keepAdmin, keepPassword, endCredentials],
};

// A caller that looks up rules by plural does not know the type of the record.
const rules = {
  ...Object.fromEntries(lists.map(({ plural }) => [plural, [assignEntryKey(plural), keepWhileUsed]])),
  ...ruled,
} as Readonly<Record<string, readonly Rule[]>>;

/** The derivations of the resources that have derived fields, by plural. */
export const derivations = { projects: projectDerivation } as Readonly<Partial<Record<string, Derivation>>>;

/** The ids of the small records that a new record refers to by default, by plural. */
export function defaultReferences(plural: string, context: Pick<RuleContext, 'entries'>): ReadonlyMap<string, string> {
  const stage = plural === 'projects' ? firstOpenStage(context) : undefined;
  return new Map(stage ? [['project_stages', stage.id]] : []);
}
