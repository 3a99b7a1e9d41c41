import { customFieldDefinitions } from '../../../resources/custom-fields.ts';
import { customFieldModels } from '../../../resources/vocabulary/choices.ts';
import { choiceName } from '../../fields/labels.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { DeletedEntries } from '../entries/deleted-entries.tsx';
import { useEntries } from '../entries/entries-query.ts';
import { EntryList } from '../entries/entry-list.tsx';
import { NewEntry } from '../entries/new-entry.tsx';
import { PageHead } from '../page-head.tsx';
import style from './fields-page.module.css';

const resource = customFieldDefinitions;

/** The fields that the firm has added to its records, by the kind of record. */
export function FieldsPage() {
  const { entries, error, retry } = useEntries(resource);
  return (
    <>
      <PageHead title="Custom fields" action={<NewEntry resource={resource} />}>
        <p>
          Fields of your own for projects, companies and contacts. The kind of record, the type and the API name stay as
          they are. A deleted field hides its values, and comes back with them.
        </p>
      </PageHead>
      {error && <Failure error={error} onRetry={retry} />}
      {entries &&
        customFieldModels.map((model) => {
          const own = entries.filter((entry) => entry['model'] === model);
          return (
            <section key={model} className={style.section} aria-label={choiceName(model)}>
              <h2>{choiceName(model)}</h2>
              {own.length === 0 ? (
                <p className="quiet">No fields of your own.</p>
              ) : (
                <EntryList
                  resource={resource}
                  entries={own}
                  label={`${choiceName(model)} fields`}
                  elsewhere={['model']}
                />
              )}
            </section>
          );
        })}
      <DeletedEntries resource={resource} />
    </>
  );
}
