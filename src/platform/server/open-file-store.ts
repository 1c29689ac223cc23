import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'
import type { StorageAddress } from './storage-address.ts'

export const openFileStore = (address: StorageAddress): FileStore =>
  address.kind === 's3' ? createS3Store(address) : createDiskStore(address.folder)
