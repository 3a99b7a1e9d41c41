import { tasks } from '../../resources/tasks.ts';
import type { Entry } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { Sections } from '../record/facts.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { useRecord } from '../record/use-record.ts';

const sections: Sections = [
  ['Task', ['title', 'deadline', 'assigned_to', 'completed_at', 'project', 'contact', 'task_list', 'notes']],
  ['Record', ['created_by']],
];

/** A task and what has changed in it. */
export function TaskScreen() {
  const id = useRecordId();
  const shown = useRecord(tasks, id);
  const { weekday } = useFormats();
  const { record } = shown;
  const deadline = record['deadline'];
  return (
    <RecordPage
      resource={tasks}
      shown={shown}
      title={String(record['title'])}
      meta={[
        record['completed_at'] === null ? null : 'done',
        typeof deadline === 'string' ? `by ${weekday(deadline)}` : null,
        (record['assigned_to'] as Entry | null)?.name,
      ]}
      sections={sections}
    />
  );
}
