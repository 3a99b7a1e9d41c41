import { signOut } from '../data/session.ts';
import { reasonOf } from './failure/failure.tsx';
import { toast } from '../toasts/toasts.ts';

/** Signs the person out. A toast says so if the service could not be reached, and offers to try again. */
export async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    toast(`You are still signed in. ${reasonOf(error)}`, {
      isFault: true,
      action: { name: 'Try again', run: () => void leave() },
    });
  }
}
