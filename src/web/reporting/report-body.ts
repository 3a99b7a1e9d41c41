import type { Operations } from '../../client/operations.ts';
import { sendRequest } from '../data/api.ts';
import type { Search } from '../queries/address.ts';

/** The names of the reports of the service. */
export type ReportName = keyof {
  [Key in keyof Operations as Key extends `GET /reports/${infer Name}` ? Name : never]: true;
};

/** The answer of a report. */
export type ReportBody<Name extends ReportName> = Operations[`GET /reports/${Name}`] extends {
  readonly data: infer Data;
}
  ? Data[Name & keyof Data]
  : never;

/** Reads a report. @throws {Refused} @throws {Unreachable} */
export async function readReport<Name extends ReportName>(
  name: Name,
  query: Search,
  signal: AbortSignal,
): Promise<ReportBody<Name>> {
  const { body } = await sendRequest<Readonly<Record<string, ReportBody<Name>>>>({
    path: `/reports/${name}`,
    query,
    signal,
  });
  return body[name] as ReportBody<Name>;
}
