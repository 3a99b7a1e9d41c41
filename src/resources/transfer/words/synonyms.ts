import type { ImportedFamily } from '../imports.ts';

/**
 * What files call a field, best first, in lower-case words. A proposal compares the words in any order; `#` counts as
 * `number`. A name that means something else in many files is not here: no guess is better than a wrong one.
 */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

const address: Synonyms = {
  'address.street_address': [
    ...['street address', 'project address', 'site address', 'job address', 'jobsite address', 'property address'],
    ...['company address', 'mailing address', 'billing address', 'street', 'address', 'address 1', 'address line 1'],
    ...['street address 1', 'site location', 'project location', 'job location', 'location'],
  ],
  'address.street_address2': ['street address 2', 'address 2', 'address line 2', 'suite', 'unit number', 'apt'],
  'address.city': [
    'city',
    'project city',
    'site city',
    'job city',
    'town',
    'city town',
    'billing city',
    'mailing city',
  ],
  'address.state': [
    ...['state', 'project state', 'state province', 'state region', 'province', 'st', 'billing state', 'mailing state'],
    'state code',
  ],
  'address.zip': [
    ...['zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'project zip', 'zip postal code', 'billing zip'],
    'mailing zip',
  ],
  'address.country': ['country', 'country region', 'project country', 'billing country'],
};

const company: readonly string[] = [
  ...['client', 'client name', 'customer', 'customer name', 'account name', 'account', 'company', 'company name'],
  ...[
    'organization',
    'organization name',
    'associated company',
    'general contractor',
    'gc',
    'gc client',
    'owner client',
  ],
  ...[
    'client owner',
    'owner',
    'project owner',
    'building owner',
    'property owner',
    'bidding to',
    'bid to',
    'developer',
  ],
];

const contact: readonly string[] = [
  ...['contact', 'contact name', 'contact person', 'primary contact', 'client contact', 'main contact', 'attention'],
];

const externalIdOf = (...own: readonly string[]): readonly string[] => [
  'external id',
  ...own,
  ...['record id', 'unique id', 'id', 'guid', 'uuid'],
];

const size: Synonyms = {
  square_feet: [
    ...['square feet', 'square footage', 'sq ft', 'sqft', 'sf', 'gsf', 'area sf', 'area sq ft', 'building area'],
    ...['gross square feet', 'building size', 'project size sf', 'size sf', 'area'],
  ],
  units: ['units', 'number of units', 'unit count', 'number units', 'doors', 'beds', 'keys'],
};

const kinds: Synonyms = {
  market_sector: ['market sector', 'market', 'sector', 'market segment', 'building type', 'project type', 'vertical'],
  contract_type: ['contract type', 'type of contract', 'contract'],
  delivery_method: ['delivery method', 'project delivery', 'project delivery method', 'delivery'],
  tender_type: ['tender type', 'bid type', 'procurement', 'procurement type'],
  division: ['division', 'department', 'business unit', 'office'],
  lead_source: ['lead source', 'source', 'original source', 'referral source', 'how heard', 'deal source'],
  work_scope: ['work scope', 'scope of work', 'scope', 'work type', 'type of work', 'construction type', 'job type'],
};

const projects: Synonyms = {
  ...address,
  ...size,
  ...kinds,
  external_id: externalIdOf(
    'permit number',
    'permit id',
    'permit',
    'opportunity id',
    'deal id',
    'project id',
    'bid id',
    'job id',
  ),
  project_number: [
    ...['project number', 'job number', 'bid number', 'estimate number', 'opportunity number', 'proj number', 'number'],
    ...['project no', 'job no', 'bid no', 'estimate no', 'no', 'project code', 'job code', 'quote number'],
  ],
  name: [
    ...[
      'project name',
      'job name',
      'opportunity name',
      'deal name',
      'bid name',
      'deal title',
      'name of project',
      'project title',
    ],
    ...['project', 'job', 'opportunity', 'deal', 'name', 'title', 'project description', 'job description'],
  ],
  description: ['description', 'notes', 'comments', 'details', 'scope description', 'remarks', 'summary'],
  amount: [
    ...['amount', 'bid amount', 'contract amount', 'contract value', 'est value', 'estimated value', 'project value'],
    ...[
      'deal value',
      'deal amount',
      'opportunity amount',
      'bid price',
      'bid total',
      'total bid',
      'our bid',
      'valuation',
    ],
    ...[
      'declared valuation',
      'job valuation',
      'estimated cost',
      'est cost',
      'construction cost',
      'project cost',
      'value',
    ],
    ...['bid value', 'proposal amount', 'estimate', 'budget', 'price', 'total'],
  ],
  probability: [
    'probability',
    'win probability',
    'probability percent',
    'chance',
    'win percent',
    'deal probability',
    'confidence',
    'pwin',
  ],
  bid_due_date: [
    ...[
      'bid due date',
      'bid date',
      'bid due',
      'due date',
      'bids due',
      'proposal due',
      'proposal due date',
      'proposal date',
    ],
    ...['rfp due date', 'rfp due', 'tender date', 'tender due', 'date due', 'closing date', 'due'],
  ],
  award_date: [
    'award date',
    'date awarded',
    'awarded',
    'decision date',
    'close date',
    'expected close date',
    'date closed',
    'contract date',
  ],
  start_date: [
    ...[
      'start date',
      'construction start',
      'project start',
      'start',
      'est start',
      'estimated start',
      'job start',
      'begin date',
    ],
    ...[
      'construction start date',
      'project start date',
      'estimated start date',
      'anticipated start',
      'date issued',
      'issue date',
    ],
  ],
  end_date: [
    ...[
      'end date',
      'completion date',
      'construction end',
      'finish date',
      'project end',
      'end',
      'substantial completion',
    ],
    ...['estimated completion', 'est completion', 'finish', 'completion'],
  ],
  submitted_at: ['submitted at', 'bid submitted', 'submitted date', 'submission date', 'proposal submitted'],
  project_stage: [
    'project stage',
    'stage',
    'deal stage',
    'pipeline stage',
    'status',
    'bid status',
    'project status',
    'opportunity stage',
  ],
  loss_reason: ['loss reason', 'lost reason', 'reason lost', 'reason for loss', 'closed lost reason'],
  company,
  contact,
  assigned_to: [
    ...[
      'assigned to',
      'estimator',
      'lead estimator',
      'deal owner',
      'opportunity owner',
      'account manager',
      'sales rep',
    ],
    ...['salesperson', 'rep', 'business development', 'responsible', 'project manager', 'pm', 'assignee', 'assigned'],
  ],
};

const leads: Synonyms = {
  ...address,
  ...size,
  ...kinds,
  external_id: externalIdOf('lead id', 'opportunity id', 'permit number', 'project id'),
  name: [
    ...[
      'lead name',
      'project name',
      'job name',
      'opportunity name',
      'opportunity',
      'name',
      'lead',
      'project',
      'job',
      'title',
    ],
  ],
  description: projects['description'] ?? [],
  value_in_cents: projects['amount'] ?? [],
  estimated_start_date: ['estimated start date', ...(projects['start_date'] ?? [])],
  construction_duration: ['construction duration', 'duration'],
  construction_duration_unit: ['duration unit'],
  priority: ['priority', 'is priority', 'hot'],
  company,
  contact,
  assigned_to: ['lead owner', ...(projects['assigned_to'] ?? [])],
};

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
  ],
  job_title: ['job title', 'title', 'position', 'role', 'job'],
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
  ],
  linked_in_profile_url: [
    'linkedin',
    'linkedin url',
    'linkedin profile',
    'linked in',
    'linkedin profile url',
    'linkedin bio',
  ],
  company: [...company.filter((name) => !name.includes('owner')), 'employer', 'firm', 'account name', 'business name'],
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
  ],
  call_outcome: ['call outcome', 'outcome', 'result', 'call result', 'disposition'],
  company,
  contact: ['contact', 'contact name', 'contact person', 'person', 'called', 'spoke with'],
  project: ['project', 'project name', 'job', 'job name', 'deal', 'opportunity', 'regarding'],
};

/** The names that files use, by family and target. */
export const synonyms: Readonly<Record<ImportedFamily, Synonyms>> = {
  projects,
  leads,
  companies,
  contacts,
  tasks,
  calls,
};

/** What files call the whole name of a person. */
export const wholeNames: readonly string[] = ['name', 'full name', 'contact name', 'contact', 'person', 'person name'];
