import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'

/** What other features may use of uploaded files. */
export { claimFile, discardFile, releaseFile } from './claim-file.ts'
export { fileScans, storedFile } from './file-queries.ts'
export { acceptDocuments, receiveDocument, sendDocument } from './receive-document.ts'
export { reencodeImage } from './reencode-image.ts'
export type { OnScanned } from './scan-files.ts'
export { type UploadServices, uploadFile } from './upload-file.ts'

/**
 * Whether an actor may read an attached file, because they may read the record that uses it. A feature whose rows use
 * files exports one from its own `-public.ts`; `features.server.ts` passes all of them to the files feature. One that
 * returns true is enough.
 */
export type MayReadFile = (database: Database, asked: { fileId: string; actor: Actor }) => Promise<boolean>
