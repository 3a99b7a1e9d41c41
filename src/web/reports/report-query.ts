import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Search } from '../queries/address.ts';
import { readReport, type ReportName } from '../reporting/report-body.ts';
import type { ReportHead } from './report-kind.ts';

/** A report. Changes of projects make it stale. While another query is read, the answer of the one before stays. */
export const reportQuery = (name: ReportName, query: Search) =>
  queryOptions({
    queryKey: ['projects', 'report', name, query],
    queryFn: ({ signal }) => readReport(name, query, signal) as Promise<unknown> as Promise<ReportHead>,
    placeholderData: keepPreviousData,
  });
