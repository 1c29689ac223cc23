/** Open: nobody decided yet. Different: never proposed again. */
export const pairStates = ['open', 'different'] as const
