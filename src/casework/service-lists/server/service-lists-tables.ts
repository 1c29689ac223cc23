import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { EntryRow, LinkRow, ListRow } from '../service-list.ts'
import { AnswerRow } from '../shared-answer.ts'

/** The tables that only this feature writes. */
export const serviceListsTables: Record<string, z.ZodObject> = {
  service_list: ListRow,
  service_list_entry: EntryRow,
  service_list_link: LinkRow,
  service_list_answer: AnswerRow,
}

type Filled = 'id' | 'language' | 'isCurrent' | 'version' | 'createdOn' | 'changedOn' | 'contactId'
declare module '#platform/server/database.ts' {
  interface Tables {
    serviceList: TableFor<ListRow, Filled>
    serviceListEntry: TableFor<z.infer<typeof EntryRow>, 'note'>
    serviceListLink: TableFor<LinkRow, 'id' | 'createdOn' | 'withdrawnOn'>
    serviceListAnswer: TableFor<z.infer<typeof AnswerRow>, 'id' | 'answeredOn'>
  }
}
