const START = 'Provider not named ('

/** What is stored as the name of an organization that its source does not name; no screen or message shows it. */
export const notNamed = (sourceName: string, sourceKey: string) =>
  `${START}${`${sourceName} ${sourceKey}`.slice(0, 170)})`

/** Whether this is an organization's own name, not what stands in for a missing one. */
export const isName = (stored: string) => !(stored.startsWith(START) && stored.endsWith(')'))
