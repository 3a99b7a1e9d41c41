import { customFieldDefinitions } from '../../../resources/custom-fields.ts';
import { customFieldModels } from '../../../resources/vocabulary/choices.ts';
import { choiceName } from '../../../resources/labels.ts';
import { EntriesPage } from '../entries/entries-page.tsx';
import { EntryList } from '../entries/entry-list.tsx';
import style from './fields-page.module.css';

/** The fields that the firm has added to its records, by the kind of record. */
export const FieldsPage = () => (
  <EntriesPage
    resource={customFieldDefinitions}
    title="Custom fields"
    about={
      <p>
        Fields of your own for projects, companies and contacts. The kind of record, the type and the API name stay as
        they are. A deleted field hides its values, and comes back with them.
      </p>
    }
  >
    {(entries) =>
      customFieldModels.map((model) => {
        const own = entries.filter((entry) => entry['model'] === model);
        return (
          <section key={model} className={style.section} aria-label={choiceName(model)}>
            <h2>{choiceName(model)}</h2>
            {own.length === 0 ? (
              <p className="quiet">No fields of your own.</p>
            ) : (
              <EntryList
                resource={customFieldDefinitions}
                entries={own}
                label={`${choiceName(model)} fields`}
                elsewhere={['model']}
              />
            )}
          </section>
        );
      })
    }
  </EntriesPage>
);
