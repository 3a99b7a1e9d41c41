import type { NearName } from '../../../../resources/transfer/import-summary.ts';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../data/formats.ts';
import { Section } from '../../../parts/section/section.tsx';
import { resourceOf } from '../../../../resources/index.ts';
import { hasPage } from '../../../record/has-page.ts';
import { type Import, isOpen } from '../../import.ts';
import run from '../run.module.css';
import style from './summary.module.css';

interface Props {
  readonly item: Import;
  readonly near: readonly NearName[];
}

/** Names of new records beside the records whose names are near. The service never takes one for the other. */
export function NearNames({ item, near }: Props) {
  const { count } = useFormats();
  const title = isOpen(item) ? 'New names that are near to known ones' : 'New names that were near to known ones';
  return (
    <Section title={title} note={count(near.length)}>
      <p className="quiet">
        Each becomes a record of its own. If it is the same, replace the name in the fields or correct it in the file.
      </p>
      <ul className={style.near} aria-label={title}>
        {near.map(({ field, value, near: ones }) => (
          <li key={`${field} ${value}`}>
            <span dir="auto">“{value}”</span> is like{' '}
            {ones.map(({ id, name }, index) => (
              <span key={`${id} ${name}`}>
                {index > 0 && ', '}
                <Known plural={pluralOf(item, field)} id={id} name={name} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface KnownProps {
  readonly plural: string;
  /** Null for another name of the file. */
  readonly id: string | null;
  readonly name: string;
}

const Known = ({ plural, id, name }: KnownProps) =>
  id !== null && hasPage(plural) ? (
    <Link to={`/${plural}/${id}` as never} className={run.link}>
      {name}
    </Link>
  ) : (
    <span>
      <span dir="auto">{name}</span>
      {id === null && ' in this file'}
    </span>
  );

/** The list of the records that a reference names. */
function pluralOf({ as }: Import, field: string): string {
  const declared = resourceOf(as).fields[field];
  return declared?.kind === 'reference' || declared?.kind === 'references' ? declared.to : '';
}
