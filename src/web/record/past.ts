import { createContext, useContext } from 'react';
import { useSession } from '../data/session.ts';

/** The instant at which a page shows its record, as its address has it; null for now. */
export const Past = createContext<string | null>(null);

/** Whether the signed-in person can change the record on the screen: nobody changes the past. */
export function useCanChange(): boolean {
  const { user } = useSession();
  return useContext(Past) === null && user.role !== 'viewer';
}
