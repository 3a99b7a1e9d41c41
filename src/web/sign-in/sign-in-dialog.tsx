import { sessionQuery, useSession } from '../data/session.ts';
import { queryClient } from '../data/query-client.ts';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Signs a person in again over the page, after the session has ended. */
export function SignInDialog({ onDone }: { readonly onDone: () => void }) {
  const { user, account } = useSession();
  return (
    <Dialog title="Your session has ended. Sign in again." onClose={() => undefined}>
      <SignInForm
        email={user.email}
        onDone={() => {
          const now = queryClient.getQueryData(sessionQuery.queryKey);
          // The next user must not see the data of the one before, which the page has cached.
          if (now?.user.id !== user.id || now.account.id !== account.id) window.location.assign('/');
          onDone();
          void queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
