import { api } from '../data/api.ts';
import type { Search } from '../queries/address.ts';
import type { ReportName } from '../reporting/report-body.ts';

interface Props {
  readonly name: ReportName | `${ReportName}/projects`;
  /** The query of the report. */
  readonly query: Search;
}

const formats = { xlsx: 'Excel', csv: 'CSV' } as const;

/** The report as files: all of its tables as a workbook, or the first one as CSV. */
export function FileLinks({ name, query: { page: _page, per_page: _perPage, ...query } }: Props) {
  const search = new URLSearchParams(query).toString();
  return Object.entries(formats).map(([format, label]) => (
    <a key={format} className="link standing" href={`${api.baseUrl}/reports/${name}.${format}?${search}`} download>
      {label}
    </a>
  ));
}
