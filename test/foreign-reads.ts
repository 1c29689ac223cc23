/**
 * Statements that still name a table of another feature, by table. The list only gets shorter: a new read goes through what
 * the owner exports in its `…-public.ts`, a function or a piece of SQL that the statement joins.
 */
export const foreignReads: Record<string, { why: string; files: string[] }> = {
  authenticator: {
    why: 'Which second factor an account needs is asked with every request, in one statement.',
    files: ['identity/accounts/server/second-factor-need'],
  },
  role_setting: {
    why: 'Which second factor an account needs is asked with every request, in one statement.',
    files: ['identity/accounts/server/second-factor-need'],
  },
}
