import { text } from '../../../resources/fields.ts';
import { useViewContext } from '../../fields/use-view-context.ts';
import { email as emailView, phone as phoneView } from '../../fields/views/text-views.ts';

/** A telephone number and an e-mail address. */
export interface Reach {
  readonly phone: string | null;
  readonly email?: string | null;
}

/** The links that call and write to somebody; null without a number or an address. */
export function useReach({ phone, email = null }: Reach): { call: string | null; mail: string | null } {
  const context = { ...useViewContext(), field: text() };
  const call = phoneView.href?.(phone, context) ?? null;
  return { call, mail: emailView.href?.(email, context) ?? null };
}
