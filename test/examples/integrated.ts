import { expect } from 'vitest';
import type { Json } from '../support/service/client.ts';
import type { TestService } from '../support/service/service.ts';

/** Returns the names of the records in the first account, by kind. */
export async function integrated({ first: client }: TestService): Promise<Json> {
  const names = async (path: string, key: string): Promise<string[]> => {
    const list = Object.values((await client.get(path)).body)[0] as Json[];
    return list.map((record) => record[key]);
  };
  return {
    companies: await names('/companies?sort=name', 'name'),
    contacts: await names('/contacts', 'name'),
    projects: await names('/projects', 'name'),
    members: await names('/project_team_memberships', 'id'),
    roles: await names('/project_team_roles?sort=role', 'role'),
    task_lists: await names('/task_lists', 'name'),
    tasks: await names('/tasks?sort=title', 'title'),
    calls: await names('/calls', 'notes'),
    users: await names('/users?email=ria.estevez@example.com', 'name'),
    clients: await names('/oauth_clients', 'name'),
  };
}

const trades = ['Concrete', 'Drywall', 'Electric', 'Glazing', 'Masonry', 'Plumbing', 'Roofing', 'Steel'];

/** Expects the records of the first integration, and the project won. */
export async function expectIntegrated({ first }: TestService, state: Json): Promise<void> {
  expect(state).toEqual({
    companies: [...trades.map((trade) => `Harbor ${trade}`), 'Northline School District'],
    ...{ contacts: ['Dana Reyes'], projects: ['Riverside Elementary School'], members: [expect.any(String)] },
    ...{ roles: ['estimator', 'project_manager'], task_lists: ['Before the bid'] },
    ...{ tasks: ['Price the steel', 'Walk the site'], calls: ['Dana confirms the bid for 10 December, 2 pm.'] },
    ...{ users: ['Ria Estevez'], clients: ['First integration'] },
  });
  const [project] = (await first.get('/projects?external_id=ERP-J-1')).body.projects;
  expect(project).toMatchObject({
    ...{ close_type: 'won', project_status: 'upcoming', award_date: '2026-03-02', probability: 1 },
    ...{ amount: 12_400_000, project_number: '26-014', bid_due_at: '2026-12-10T20:00:00Z' },
    company: { name: 'Northline School District' },
  });
}
