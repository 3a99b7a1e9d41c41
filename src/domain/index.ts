import { lists } from '../resources/lists.ts';
import { setBidDue } from './bid-due.ts';
import { recordCall } from './call-record.ts';
import { requireContactIdentity } from './contact-identity.ts';
import { defineCustomField, withApiName } from './custom-field-definition.ts';
import { setCustomValues } from './custom-values.ts';
import { assignEntryKey } from './entry-key.ts';
import { keepWhileUsed } from './in-use.ts';
import { archiveLead } from './lead-archive.ts';
import { convertLead } from './lead-conversion.ts';
import { snoozeLead } from './lead-snooze.ts';
import { joinPersonName } from './person-name.ts';
import { closeProject } from './project-closing.ts';
import { projectDerivation } from './project-derivation.ts';
import { computeFigures } from './project-figures.ts';
import { firstOpenStage, moveProject } from './project-stage.ts';
import type { Change, Derivation, Rule, RuleContext, Values } from './rule.ts';
import { keepQuestion } from './saved-question.ts';
import { configureStage } from './stage-entry.ts';
import { completeTask } from './task-completion.ts';
import { nameTeamRole } from './team-role.ts';
import { keepAdmin } from './user-admin.ts';

/** The rules of a resource in the order they apply: each sees what those before it have set. */
export const rulesOf = (plural: string): readonly Rule[] => rules[plural] ?? [];

/** What computes the derived fields of a resource, where it has any. */
export const derivationOf = (plural: string): Derivation | undefined => derivations[plural];

/** What a record will take of what only one may have: also what a rule gives it by itself. */
export const takenBy = (plural: string, action: Change['action'], given: Values): Values =>
  plural === 'custom_fields' && action === 'create' ? withApiName(given) : given;

/** Whether a rule may ask how many records use an entry: when it goes, or when a stage is to mean something else. */
export const asksForUses = (plural: string, action: Change['action'], given: readonly Values[]): boolean =>
  action === 'delete' ||
  (action === 'update' && plural === 'project_stages' && given.some((values) => 'category' in values));

const rules: Readonly<Record<string, readonly Rule[]>> = {
  ...Object.fromEntries(lists.map(({ plural }) => [plural, [assignEntryKey(plural), keepWhileUsed]])),
  calls: [recordCall],
  companies: [setCustomValues('company')],
  contacts: [joinPersonName, requireContactIdentity, setCustomValues('contact')],
  custom_fields: [defineCustomField],
  leads: [archiveLead, snoozeLead, convertLead],
  project_stages: [assignEntryKey('project_stages'), configureStage, keepWhileUsed],
  project_team_roles: [nameTeamRole],
  // How a project closes depends on the stage it has come to.
  projects: [moveProject, closeProject, setBidDue, computeFigures, setCustomValues('project')],
  saved_views: [keepQuestion],
  tasks: [completeTask],
  users: [joinPersonName, keepAdmin],
};

const derivations: Readonly<Record<string, Derivation>> = { projects: projectDerivation };

/** The small records that a new record comes to name without having been given them, by plural. */
export function defaultReferences(plural: string, context: Pick<RuleContext, 'entries'>): ReadonlyMap<string, string> {
  const stage = plural === 'projects' ? firstOpenStage(context) : undefined;
  return new Map(stage ? [['project_stages', stage.id]] : []);
}
