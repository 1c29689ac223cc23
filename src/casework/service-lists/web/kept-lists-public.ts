import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'
import type { Sheet } from '../sheet.ts'

const LISTS = 'list/'

/** Keeps a list that was opened here as its reader gets it: it names nobody. */
export const keepSheet = (id: string, sheet: Sheet) => keepOffline(LISTS + id, sheet)
export const readKeptSheet = async (id: string) => (await readOffline<Sheet>(LISTS + id))?.value
export const listKeptSheets = async () =>
  (await listOffline<Sheet>(LISTS)).map(({ name, ...kept }) => ({ ...kept, id: name.slice(LISTS.length) }))
export const forgetKeptSheet = (id: string) => forgetOffline(LISTS + id)
export { PaperService } from './paper.tsx'
