import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'

/** What other features may use of uploaded files. */
export { claimFile, releaseFile } from './claim-file.ts'
export { reencodeImage } from './reencode-image.ts'
export { uploadFile } from './upload-file.ts'

/**
 * Says whether somebody may read an attached file, because they may read what holds it. A feature whose rows hold files
 * exports one from its own `-public.ts`; `features.server.ts` hands them all to the files feature, and one yes is enough.
 */
export type MayReadFile = (database: Database, asked: { fileId: string; actor: Actor }) => Promise<boolean>
