import { guardTransactions } from '../../../src/database/transaction-work.ts';

guardTransactions();
