import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { PageHead } from '../page-head.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './audit-query.ts';
import style from './audit.module.css';
import { useAddress } from '../../queries/use-address.ts';

/** Every change in the firm as a sentence, the latest first. The address is the query of the log. */
export function AuditPage() {
  const { search: filters, change } = useAddress('/settings/audit-log');
  const list = useInfiniteQuery({ ...auditQuery(filters), refetchOnMount: 'always' });
  const pages = list.data?.pages ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHead title="Audit log" action={<Button onClick={() => void list.refetch()}>Refresh</Button>}>
        <p>All changes in your firm, also sign-ins, tokens, webhooks and settings.</p>
      </PageHead>
      <AuditFilters filters={filters} onChange={change} />
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && pages[0]?.changes.length === 0 && (
        <p className="quiet">{isFiltered ? 'No changes match these filters.' : 'No changes yet.'}</p>
      )}
      <ol className={style.entries} aria-label="Changes">
        {pages.flatMap(({ changes, names }) =>
          changes.map((one) => <AuditEntry key={one.id} change={one} names={names} />),
        )}
      </ol>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  );
}
