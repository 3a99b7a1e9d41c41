import type { ImportedFamily } from '../imports.ts';
import { leads, projects } from './job-synonyms.ts';
import { address, company, contact, externalIdOf, type Synonyms } from './shared-synonyms.ts';

const companies: Synonyms = {
  ...address,
  external_id: externalIdOf('company id', 'account id', 'organization id', 'vendor id', 'customer id', 'client id'),
  name: [
    ...[
      'company name',
      'company',
      'organization name',
      'organization',
      'account name',
      'account',
      'client name',
      'client',
    ],
    ...[
      'customer name',
      'customer',
      'firm',
      'firm name',
      'business name',
      'vendor name',
      'vendor',
      'subcontractor',
      'name',
    ],
  ],
  description: ['description', 'notes', 'comments', 'about', 'about us'],
  category: ['category', 'company category', 'company type', 'type', 'account type', 'role'],
  phone: [
    ...[
      'phone',
      'phone number',
      'telephone',
      'main phone',
      'company phone',
      'office phone',
      'business phone',
      'tel',
      'work phone',
    ],
  ],
  website: [
    'website',
    'website url',
    'web site',
    'url',
    'web',
    'company domain name',
    'domain',
    'homepage',
    'web address',
  ],
  industries: ['industries', 'industry', 'trade', 'trades'],
};

const contacts: Synonyms = {
  external_id: externalIdOf('contact id', 'person id'),
  first_name: ['first name', 'given name', 'firstname', 'first', 'fname'],
  last_name: ['last name', 'surname', 'family name', 'lastname', 'last', 'lname'],
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'work email',
    'business email',
    'primary email',
    'email work',
    'email 1',
    ...['e mail 1 value', 'email 1 value', 'e mail 1', 'primary e mail', 'personal email', 'home email'],
  ],
  job_title: ['job title', 'title', 'position', 'role', 'job', 'organization title', 'organization 1 title'],
  mobile_phone: [
    'mobile phone',
    'mobile',
    'cell',
    'cell phone',
    'mobile number',
    'mobile phone number',
    'phone mobile',
    'cell number',
  ],
  office_phone: [
    ...[
      'office phone',
      'phone',
      'phone number',
      'work phone',
      'business phone',
      'telephone',
      'direct',
      'direct phone',
      'phone work',
    ],
    ...['phone 1 value', 'phone 1', 'primary phone', 'business phone 1', 'company main phone', 'home phone'],
  ],
  linked_in_profile_url: [
    'linkedin',
    'linkedin url',
    'linkedin profile',
    'linked in',
    'linkedin profile url',
    'linkedin bio',
  ],
  company: [
    ...company.filter((name) => !name.includes('owner')),
    'employer',
    'firm',
    'account name',
    'business name',
    'organization 1 name',
  ],
  assigned_to: ['assigned to', 'contact owner', 'owner', 'account manager', 'relationship owner'],
};

const tasks: Synonyms = {
  title: ['title', 'task', 'task name', 'subject', 'name', 'to do', 'todo', 'activity'],
  notes: ['notes', 'description', 'details', 'comments', 'task notes'],
  deadline: ['deadline', 'due date', 'due', 'due on', 'date due', 'task due date'],
  completed_at: ['completed at', 'completed on', 'date completed', 'completed date', 'completion date', 'done on'],
  assigned_to: ['assigned to', 'assignee', 'owner', 'responsible', 'task owner', 'assigned'],
  project: ['project', 'project name', 'job', 'job name', 'deal', 'opportunity'],
  contact,
  task_list: ['task list', 'list', 'task list name'],
};

const calls: Synonyms = {
  notes: ['notes', 'call notes', 'description', 'comments', 'details', 'summary', 'body'],
  recorded_at: [
    'recorded at',
    'call date',
    'date',
    'call time',
    'date time',
    'called on',
    'activity date',
    'timestamp',
    'when',
  ],
  call_outcome: ['call outcome', 'outcome', 'result', 'call result', 'disposition'],
  company,
  contact: ['contact', 'contact name', 'contact person', 'person', 'called', 'spoke with'],
  project: ['project', 'project name', 'job', 'job name', 'deal', 'opportunity', 'regarding'],
};

const notes: Synonyms = {
  external_id: externalIdOf('note id', 'activity id', 'engagement id', 'meeting id', 'object id'),
  kind: ['kind', 'type', 'activity type', 'note type', 'engagement type'],
  title: ['title', 'subject', 'name', 'note title', 'meeting name', 'meeting title', 'email subject', 'activity name'],
  text: [
    ...[
      'text',
      'note',
      'notes',
      'body',
      'note body',
      'note text',
      'meeting notes',
      'meeting description',
      'email body',
    ],
    ...['description', 'details', 'comments', 'content', 'message', 'summary', 'activity notes'],
  ],
  happened_at: [
    ...['happened at', 'happened on', 'date', 'date time', 'activity date', 'note date', 'meeting date', 'email date'],
    ...['meeting start time', 'start time', 'create date', 'date created', 'sent at', 'timestamp', 'when'],
  ],
  pinned: ['pinned', 'is pinned'],
  company,
  lead: ['lead', 'lead name'],
  project: ['project', 'project name', 'job', 'job name', 'deal', 'opportunity', 'regarding'],
  contacts: [
    ...['contacts', 'contact emails', 'contact email', 'attendees', 'participants', 'associated contacts', 'people'],
    ...['contact', 'contact name', 'contact person'],
  ],
  users: ['users', 'colleagues', 'internal attendees', 'user emails'],
};

/** The names that files use, by family and target. */
export const synonyms: Readonly<Record<ImportedFamily, Synonyms>> = {
  projects,
  leads,
  companies,
  contacts,
  tasks,
  calls,
  notes,
};

/** The words for the records of a family, which may stand in front of the names of their fields: `Contact Email`. */
export const nounsOf: Readonly<Record<ImportedFamily, readonly string[]>> = {
  projects: ['project', 'job', 'bid', 'deal', 'opportunity'],
  leads: ['lead', 'project', 'job', 'opportunity'],
  companies: ['company', 'account', 'organization', 'client', 'vendor'],
  contacts: ['contact', 'person'],
  tasks: ['task', 'activity'],
  calls: ['call', 'activity'],
  notes: ['note', 'activity', 'engagement'],
};

/** The names that files give a column with whole names of people. */
export const wholeNames: readonly string[] = ['name', 'full name', 'contact name', 'contact', 'person', 'person name'];
