import { guardTransactions } from '../../../src/database/transaction-guard.ts';

guardTransactions();
