import { hash } from '@node-rs/argon2';

/** Argon2id with the library's parameters, which follow OWASP. */
export const hashPassword = (password: string): Promise<string> => hash(password);
