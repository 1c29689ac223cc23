/** Who may see what became of the referrals of all organizations. */
export const networkRoles = ['platform-admin'] as const
