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
};
