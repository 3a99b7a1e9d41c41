import { joined } from '../fields/joined.ts';
import { Link } from '@tanstack/react-router';
import type { Entry } from '../data/directory.ts';
import { type RelatedRecord, rowOf } from '../fields/related-rows.ts';
import { useFound } from '../finding/use-found.ts';
import style from './create.module.css';
import type { FormValues } from './form-values.ts';
import { useViewContext } from '../fields/use-view-context.ts';

/** The fields that name a record, for the kinds of records of which a firm should have each only once. */
const nameFields: Readonly<Record<string, readonly string[]>> = {
  companies: ['name'],
  contacts: ['first_name', 'last_name'],
  projects: ['name'],
};

/** The field below which likely twins appear; undefined if nobody looks for twins of such records. */
export const twinsBelow = (plural: string): string | undefined => nameFields[plural]?.at(-1);

const fewestLetters = 3;
const most = 3;

/** The records that a new one may repeat, by its name. Each opens in a tab of its own. */
export function Twins({ plural, values }: { readonly plural: string; readonly values: FormValues }) {
  const context = useViewContext();
  const typed = (nameFields[plural] ?? []).map((path) => values[path]).filter((value) => typeof value === 'string');
  const name = typed.join(' ').trim();
  const { found, isCurrent } = useFound(plural, name, name.length >= fewestLetters);
  const isShown = isCurrent && name.length >= fewestLetters && found.length > 0;
  return (
    <div role="status">
      {isShown && (
        <div className={style.twins}>
          <p>Is it one of these?</p>
          <ul>
            {(found as unknown as readonly RelatedRecord[]).slice(0, most).map((record) => {
              const { to, text, note } = rowOf(plural, record, context);
              return (
                <li key={to}>
                  <Link to={to} target="_blank" className={style.link}>
                    {text}
                  </Link>{' '}
                  {joined([(record['company'] as Entry | null | undefined)?.name, note])}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
