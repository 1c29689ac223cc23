import type { z } from 'zod'
import type { Database } from '#platform/server/database.ts'
import type { NoteFile, SupportRequestFile } from '../support-request-call.ts'

export const listSupportRequestFiles = async (
  _database: Database,
  _supportRequestIds: readonly string[],
): Promise<z.infer<typeof SupportRequestFile>[]> => []
export const listNoteFiles = async (
  _database: Database,
  _noteIds: readonly string[],
): Promise<z.infer<typeof NoteFile>[]> => []
