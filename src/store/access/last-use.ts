const useOf = (column: string): string =>
  `(select u.${column} from token_uses u where u.account_id = $1::bigint and u.token_id = t.id)`;

/** The last use of a token, as `t`, of the account `$1`; null before the first. */
export const lastUse = useOf('last_used_at');

/** The end of a token, as `t`, of the account `$1`. Each use of a session defers it. */
export const endOfToken = `coalesce(${useOf('expires_at')}, t.expires_at)`;
