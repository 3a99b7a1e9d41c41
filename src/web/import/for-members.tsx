import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';

/** Shows an import to those who can change records; a sentence to all others. */
export const ForMembers = ({ children }: { readonly children: ReactNode }) =>
  useSession().user.role === 'viewer' ? (
    <p>You can read the records of your firm, but not change them. Ask a member or an admin to import a file.</p>
  ) : (
    children
  );
