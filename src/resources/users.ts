import { userRoles } from './choices.ts';
import { choice, email, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { passwordLength } from './secrets.ts';

export const users: Resource = {
  singular: 'user',
  plural: 'users',
  kept: 'directory',
  adminOnly: true,
  order: ['name'],
  embedded: ['first_name', 'last_name', 'name', 'email'],
  fields: {
    first_name: text(),
    last_name: text(),
    name: text({ readOnly: true, folded: true, maxLength: 511 }),
    email: email({ required: true, unique: true }),
    role: choice(userRoles),
    password: text({ secret: true, ...passwordLength }),
  },
};
