import { projects } from '../../../resources/projects.ts';
import { useListOnScreen } from '../../create/creation.ts';
import { subjectOf } from '../../create/subject.ts';
import type { Search } from '../../queries/address.ts';
import type { CardStore } from './card-store.ts';

/** New calls and tasks are about the focused card; new projects begin with what the filters of the screen ask for. */
export function useCardSubjects(store: CardStore, search: Search): void {
  const subject = (record: string) => subjectOf('projects', store.get(record.replace('projects/', '')));
  useListOnScreen({ resource: projects, search, subjectOf: subject });
}
