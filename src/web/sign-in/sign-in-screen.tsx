import { useNavigate } from '@tanstack/react-router';
import { useAddressSearch } from '../queries/use-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import { Mark } from '../parts/mark/mark.tsx';
import style from './sign-in.module.css';

/** The first screen of a person without a session. Afterwards it leads to where the person wanted to go. */
export function SignInScreen() {
  const navigate = useNavigate();
  const { next = '/' } = useAddressSearch();
  return (
    <main className={style.screen}>
      <Mark />
      <h1>Sign in</h1>
      {/* Only a path of this page: an address elsewhere would be somebody's trap. */}
      <SignInForm onDone={() => void navigate({ href: /^\/(?!\/)/.test(next) ? next : '/' })} />
    </main>
  );
}
