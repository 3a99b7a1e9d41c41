import { Refusal } from '../refusal.ts';
import { type Service, askService } from './running-service.ts';
import type { User, UserDesk } from './user-desk.ts';

/** The users of a token's account, by way of the service that runs. */
export function servedUsers(service: Service): UserDesk {
  return {
    list: () => listUsers(service),
    async create(user) {
      const { body } = await askService(service, 'POST', '/users', { user });
      return (body as { user: User }).user;
    },
    async setPassword(id, password) {
      await askService(service, 'PATCH', `/users/${id}`, { user: { password } });
    },
    async deactivate(id) {
      await askService(service, 'DELETE', `/users/${id}`);
    },
  };
}

async function listUsers(service: Service): Promise<User[]> {
  const found: User[] = [];
  for (let query: string | undefined = '?per_page=500'; query !== undefined; ) {
    const answer = await askService(service, 'GET', `/users${query}`);
    found.push(...(answer.body as { users: User[] }).users);
    query = nextQuery(answer.headers.get('link') ?? '');
  }
  return found;
}

/** Only the query of a link is followed: its address may be one for the outside. */
function nextQuery(links: string): string | undefined {
  const [, next] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
  if (next === undefined) return undefined;
  if (!URL.canParse(next)) throw new Refusal('internal', `The service answers with a link that is none: ${next}`);
  return new URL(next).search;
}
