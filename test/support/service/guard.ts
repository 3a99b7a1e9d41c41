import { observeEngines } from '../../../src/database/every-statement.ts';
import { guardTransactions } from '../../../src/database/transaction-guard.ts';
import { keepStatement } from '../statements/sent-statements.ts';

guardTransactions();
observeEngines(keepStatement);
