import { hash } from '@node-rs/argon2';

/** The least length of a password, in code points (NIST SP 800-63B). */
export const shortestPassword = 8;

/** Argon2id with the library's parameters, which follow OWASP. */
export const hashPassword = (password: string): Promise<string> => hash(password);
