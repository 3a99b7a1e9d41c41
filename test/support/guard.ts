import { guardTransactions } from '../../src/store/transaction-guard.ts';

guardTransactions();
