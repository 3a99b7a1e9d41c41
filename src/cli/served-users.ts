import { everyServed } from './every-page.ts';
import { type Service, askService } from './running-service.ts';
import type { User, UserDesk } from './user-desk.ts';

/** The users of a token's account, through the running service. */
export function servedUsers(service: Service): UserDesk {
  return {
    list: () => everyServed(service, 'users'),
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
