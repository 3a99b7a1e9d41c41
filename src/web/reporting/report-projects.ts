import { projects } from '../../resources/projects.ts';
import type { Resource } from '../../resources/resource.ts';

const { close_type: _closed, project_status: _status, ...filtered } = projects.fields;

/** The projects with the fields by which reports filter: a report says by itself how its projects closed. */
const reportProjects: Resource = { ...projects, fields: filtered };

/** The same without long texts, of which no past is stored: for screens that read the past. */
export const pastReportProjects: Resource = {
  ...reportProjects,
  fields: Object.fromEntries(Object.entries(filtered).filter(([, { kind }]) => kind !== 'long_text')),
};

/** The projects by whose fields a report filters. @param isBetween whether it has two instants, the first in the past. */
export const reportProjectsOf = ({ isBetween = false }: { readonly isBetween?: boolean | undefined }): Resource =>
  isBetween ? pastReportProjects : reportProjects;
