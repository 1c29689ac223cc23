import { queryClient } from '#platform/web/query-client.ts'

/** What the list of people shares with the features that change people. */
export { useLabel } from './use-label.ts'

/**
 * The first word of the keys of lists of people. Not `contact`: then each change of a person would reload whole lists,
 * which update changed rows one by one.
 */
export const PEOPLE_LISTS = 'peopleList'

/** After the reader's own change: lists are reloaded when they are shown. */
export const reloadPeopleLists = () => queryClient.invalidateQueries({ queryKey: [PEOPLE_LISTS] })

/** After a merge or an erasure: no list shows the record that is gone, not even while it is reloaded. */
export const forgetPeopleLists = () => queryClient.removeQueries({ queryKey: [PEOPLE_LISTS] })
