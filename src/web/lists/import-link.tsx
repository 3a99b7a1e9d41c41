import { Link } from '@tanstack/react-router';
import { importedFamilies } from '../../resources/transfer/imports.ts';
import { useSession } from '../data/session.ts';
import style from './import-link.module.css';

/** Leads to the import of a kind of records, for those who may import them. */
export function ImportLink({ family }: { readonly family: string }) {
  const { role } = useSession().user;
  if (role === 'viewer' || !importedFamilies.some((one) => one === family)) return null;
  return (
    <Link to="/import" search={{ as: family } as never} className={`link ${style.link}`}>
      Import {family} from a file
    </Link>
  );
}
