import type { TestApp } from './app.ts'
import { makeOrganization } from './factories.ts'

type Table = Parameters<TestApp['database']['insertInto']>[0]
type Row = Record<string, unknown>

/** Writes rows of the directory, for screens that show one service in full. */
export function directoryOf({ database }: TestApp) {
  /** @returns the identifier of a new row */
  const add = async (table: Table, row: Row) =>
    (
      (await database
        .insertInto(table)
        .values(row as never)
        .returning('id' as never)
        .executeTakeFirstOrThrow()) as { id: string }
    ).id
  /** An organization of its own, whose places are no offices of another service. */
  const makeProvider = () =>
    makeOrganization(database, {
      name: 'Quillwood Aid',
      email: 'office@quillwood.test',
      description: 'Help next door.',
    })
  async function makePlace(serviceId: string, row: Row, address?: Row) {
    const locationId = await add('location', row)
    await add('serviceAtLocation', { serviceId, locationId })
    if (address) await add('address', { locationId, ...address })
    return locationId
  }
  return { add, makeProvider, makePlace }
}

export const everyDay = 'MO,TU,WE,TH,FR,SA,SU'
export const cedar = {
  address1: '12 Elm St',
  address2: 'Floor 2',
  city: 'Cedar Harbor',
  stateProvince: 'NY',
  postalCode: '14203',
}
