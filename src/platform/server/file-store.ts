/** Keeps bytes under a key. Which keys there should be stands in the database; the store knows nothing of names or owners. */
export interface FileStore {
  /** Whole or not at all: a reader never sees half an object. */
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** null when there is no such object */
  get: (key: string) => Promise<Buffer | null>
  /** Also succeeds when there is no such object. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<{ key: string; changedOn: Date }>
}
