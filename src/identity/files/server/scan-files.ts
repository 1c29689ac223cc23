import type { Config } from '#platform/server/config.ts'
import type { InTransaction } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { askScanner } from './ask-scanner.ts'
import { listWaiting, setVerdict } from './file-queries.ts'
import type { FileServices } from './upload-file.ts'

export const scanWaitingTask = 'scan-waiting-files'
export const scanWaitingCrontab = `* * * * * ${scanWaitingTask}`

const BATCH = 200
/** How long a file may wait before the log reports it as an error. */
const ALARM_MS = 10 * 60_000

const MOST_FAILURES = 3
/** How long a run goes on after a failure. */
const GOES_ON_MS = 20_000

/** Is informed of a file that was scanned, in the same transaction. */
export type OnScanned = (transaction: InTransaction, fileId: string) => Promise<unknown>

export type ScanServices = FileServices & { config: Config; log: Log }

/**
 * Scans one file and saves what the scanner said. An infected file loses its bytes; its row stays.
 * @throws Error if the scanner or the store does not answer: the file waits
 */
async function scanFile({ database, store, config: { scan } }: ScanServices, listeners: OnScanned[], id: string) {
  if (!scan) return
  const bytes = await store.get(id)
  const verdict = bytes ? await askScanner(scan, bytes) : ({ state: 'failed' } as const)
  await database.transaction().execute(async (transaction) => {
    if (!(await setVerdict(transaction, id, verdict))) return
    for (const listener of listeners) await listener(transaction, id)
    if (verdict.state === 'infected') await store.remove(id)
  })
}

/** Scans a file right after its upload. If the scanner does not answer, the file waits for the next minute. */
export const scanUpload =
  (services: ScanServices, listeners: OnScanned[]): Task =>
  async (payload) => {
    const { fileId } = payload as { fileId: string }
    await scanFile(services, listeners, fileId).catch((error) => {
      services.log.warn({ err: error, fileId }, 'the virus scanner does not answer')
    })
  }

/** So that no files that cannot be scanned are always in front of the others. */
const inAnyOrder = <Item>(items: Item[]) =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)

/**
 * Goes on after a file that cannot be scanned. Stops if the scanner or the store seems to be away: after some failures in a
 * row, or one that took long.
 * @returns the last failure
 */
async function scanAll(services: ScanServices, listeners: OnScanned[], files: { id: string }[]) {
  const end = Date.now() + GOES_ON_MS
  let last: unknown
  let inRow = 0
  for (const { id } of files) {
    const failure = await scanFile(services, listeners, id).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    inRow = failure ? inRow + 1 : 0
    if (failure) last = failure.error
    if (inRow === MOST_FAILURES || (failure && Date.now() > end)) break
  }
  return last
}

/** Scans what waits. From ten minutes on, waiting is an error in the log, once a minute. */
export const scanWaiting =
  (services: ScanServices, listeners: OnScanned[]): Task =>
  async () => {
    const { database, config, log } = services
    if (!config.scan) return
    const failure = await scanAll(services, listeners, inAnyOrder(await listWaiting(database, BATCH)))
    const left = await listWaiting(database, BATCH)
    const [oldest] = left
    if (!oldest || Date.parse(oldest.createdOn) > Date.now() - ALARM_MS) return
    log.error({ err: failure, waiting: left.length, since: oldest.createdOn }, 'files wait for the virus scanner')
  }
