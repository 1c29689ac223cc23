/** Stores bytes under a key. The database records which keys exist; the store does not know about names or owners. */
export interface FileStore {
  /** Atomic: a reader never sees a partial object. */
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** null if there is no such object */
  get: (key: string) => Promise<Buffer | null>
  /** Also succeeds if there is no such object. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<{ key: string; changedOn: Date }>
}
