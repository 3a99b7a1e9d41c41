import { afterAll } from 'vitest';
import { checkStatements } from './sent-statements.ts';

afterAll(checkStatements);
