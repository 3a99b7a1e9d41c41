import { useLink } from '../../records/access/password-links.ts';
import type { SignedIn, SigningIn } from './signing-in.ts';

/**
 * Sets the password of a link's user, and signs the user in.
 * @throws {Refusal} `validation_failed` if the link has ended, or the password is not valid.
 */
export async function signInByLink({ validator, body, store, at, requestId, by }: SigningIn): Promise<SignedIn> {
  const judged = validator.judgeAs('PasswordLinkUse', 'link', body);
  const isRemembered = judged.fields['remember'] === true;
  const session = await useLink(store, judged, { at, requestId, by: { ...by, isRemembered } });
  return { session, isRemembered };
}
