import { calls } from '../../resources/calls.ts';
import { dayIn } from '../../resources/written-dates/days.ts';
import { type Entry, nameOf, useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { Sections } from '../record/facts.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { useRecord } from '../record/use-record.ts';

const sections: Sections = [
  ['Call', ['call_outcome', 'recorded_at', 'company', 'contact', 'project', 'notes']],
  ['Record', ['created_by']],
];

/** A logged call. */
export function CallScreen() {
  const id = useRecordId();
  const shown = useRecord(calls, id);
  const { weekday, time } = useFormats();
  const { account } = useDirectory();
  const { record } = shown;
  const at = String(record['recorded_at']);
  const subject = (record['contact'] ?? record['company'] ?? record['project']) as Entry | null;
  return (
    <RecordPage
      resource={calls}
      shown={shown}
      title={subject === null ? 'Call' : `Call with ${nameOf(subject)}`}
      meta={[
        (record['call_outcome'] as Entry | null)?.name,
        `${weekday(dayIn(account.time_zone, new Date(at)))}, ${time(at)}`,
      ]}
      sections={sections}
    />
  );
}
