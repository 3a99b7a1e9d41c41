import type { JsonSchema } from '../schema/json-schema.ts';

/** Bodies to begin with, by operation. */
export const requestExamples: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  createProject: {
    bid: {
      summary: 'A bid with its due time',
      value: {
        project: {
          name: 'Riverside Elementary School',
          project_number: '26-014',
          bid_due_at: '2026-03-12T14:00:00-06:00',
          amount: 12_400_000,
          square_feet: 86_000,
          work_scope: 'new_construction',
          address: { street_address: '400 River Road', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
        },
      },
    },
    name: { summary: 'As little as it takes', value: { project: { name: 'Riverside Elementary School' } } },
  },
  updateProject: {
    lost: {
      summary: 'Close it as lost',
      value: { project: { close_type: 'lost', award_date: '2026-04-02' } },
    },
    moved: { summary: 'Move it to another stage', value: { project: { project_stage_id: '6' } } },
  },
  bulkProjects: {
    matched: {
      summary: 'From another system, by its numbers',
      value: {
        projects: [
          { external_id: 'ERP-J-1', name: 'Riverside Elementary School', amount: 12_400_000 },
          { external_id: 'ERP-J-2', name: 'Harbor Tower', bid_due_date: '2026-04-02' },
        ],
      },
    },
  },
  createCompany: {
    client: {
      summary: 'A client',
      value: {
        company: {
          name: 'Northline School District',
          category: 'client',
          phone: '+1 512 555 0134',
          website: 'https://northline.example',
        },
      },
    },
  },
  bulkCompanies: {
    matched: {
      summary: 'From another system, by its numbers',
      value: {
        companies: [
          { external_id: 'ERP-1001', name: 'Northline School District', category: 'client' },
          { external_id: 'ERP-1002', name: 'Harbor Steel', category: 'supplier' },
        ],
      },
    },
  },
  createContact: {
    person: {
      summary: 'Somebody at a company',
      value: { contact: { first_name: 'Dana', last_name: 'Reyes', email: 'dana.reyes@northline.example' } },
    },
  },
  createLead: {
    heard: {
      summary: 'A job that one has heard of',
      value: {
        lead: {
          name: 'Riverside Elementary School',
          value_in_cents: 1_240_000_000,
          estimated_start_date: '2026-06-01',
          construction_duration: 14,
          construction_duration_unit: 'months',
        },
      },
    },
  },
  updateLead: {
    archived: { summary: 'Archive it', value: { lead: { archived_at: '2026-03-12T20:00:00Z' } } },
  },
  convertLead: {
    more: {
      summary: 'With what the lead does not know',
      value: { project: { project_number: '26-014', bid_due_at: '2026-03-12T14:00:00-06:00' } },
    },
  },
  createTaskList: {
    named: { summary: 'The tasks of a project', value: { task_list: { name: 'Before the bid', project_id: '1' } } },
  },
  createTask: {
    listed: {
      summary: 'A task of a list, for somebody',
      value: {
        task: {
          title: 'Walk the site',
          deadline: '2026-03-05',
          project_id: '1',
          task_list_id: '1',
          assigned_to_id: '1',
        },
      },
    },
  },
  updateTask: {
    done: { summary: 'It is done', value: { task: { completed_at: '2026-03-05T16:30:00Z' } } },
    open: { summary: 'It is not done after all', value: { task: { completed_at: null } } },
  },
  createCall: {
    logged: {
      summary: 'A call about a project',
      value: {
        call: {
          notes: 'Dana confirms the bid for 12 March, 2 pm.',
          contact_id: '1',
          project_id: '1',
          call_outcome_id: '1',
        },
      },
    },
  },
  createProjectTeamMembership: {
    member: {
      summary: 'A user with two roles, in the project that the query names',
      value: { project_team_membership: { user_id: '1', roles: ['project_manager', 'estimator'] } },
    },
  },
  createProjectTeamRole: {
    role: {
      summary: 'A further role of a member',
      value: { project_team_role: { role: 'estimator', project_team_membership_id: '1' } },
    },
  },
  createUser: {
    member: {
      summary: 'Somebody who reads and writes',
      value: { user: { first_name: 'Ria', last_name: 'Estevez', email: 'ria@northline.example', role: 'member' } },
    },
  },
  createCustomField: {
    choice: {
      summary: 'A choice, for projects',
      value: {
        custom_field: {
          model: 'project',
          name: 'Bond Required',
          field_type: 'select',
          options: ['None', 'Bid', 'Performance'],
        },
      },
    },
  },
  createApiToken: {
    narrow: {
      summary: 'For a program that reads and writes',
      value: { api_token: { name: 'Estimating sync', scopes: ['read', 'write'], expires_at: '2027-01-01T00:00:00Z' } },
    },
  },
  createOauthClient: {
    narrow: {
      summary: 'For a program that reads and writes',
      value: { oauth_client: { name: 'Takeoff import', scopes: ['read', 'write'] } },
    },
  },
  createWebhook: {
    some: {
      summary: 'Told of what becomes of bids, at most once a second',
      value: {
        webhook: {
          url: 'https://hooks.northline.example/plumbline',
          description: 'Award letters',
          filter_types: ['project.won', 'project.lost'],
          rate_limit: 60,
        },
      },
    },
    all: {
      summary: 'Told of everything',
      value: { webhook: { url: 'https://hooks.northline.example/plumbline' } },
    },
  },
  updateWebhook: {
    on: { summary: 'Switch it on again', value: { webhook: { enabled: true } } },
    moved: {
      summary: 'Send to another address',
      value: { webhook: { url: 'https://events.northline.example/plumbline' } },
    },
  },
};
