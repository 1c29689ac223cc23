import { z } from 'zod'
import { FileRow } from '#identity/files/file.ts'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'

export const fileCategories = ['consent', 'identity', 'form', 'other'] as const
export type FileCategory = (typeof fileCategories)[number]

/** How many files a referral has at most; withdrawn ones do not count. */
export const MOST_FILES = 20

export const ReferralFileRow = z.object({
  id: Id,
  referralId: Id,
  messageId: Id,
  /** null once it was withdrawn */
  fileId: Id.nullable(),
  fileName: FileRow.shape.fileName,
  size: FileRow.shape.size,
  category: z.enum(fileCategories),
  organizationId: Id,
  sharedBy: Id.nullable(),
  sharedOn: Timestamp,
  withdrawnOn: Timestamp.nullable(),
})
export type ReferralFileRow = z.infer<typeof ReferralFileRow>

/** `unchecked`: there is no virus scanner. Only `unchecked` and `clean` ones can be downloaded. */
export const referralFileStates = ['unchecked', 'waiting', 'clean', 'infected', 'failed', 'withdrawn'] as const
export type ReferralFileState = (typeof referralFileStates)[number]

/** A file that takes one of the places; the others have no bytes. */
export const isPresent = ({ state }: { state: ReferralFileState }) => state !== 'withdrawn' && state !== 'infected'

export const isDownloadable = ({ state }: { state: ReferralFileState }) => state === 'clean' || state === 'unchecked'

/** A file as both sides see it; `size` in bytes. */
const ReferralFile = ReferralFileRow.pick({
  id: true,
  messageId: true,
  fileName: true,
  size: true,
  category: true,
  withdrawnOn: true,
}).extend({ state: z.enum(referralFileStates), mayWithdraw: z.boolean() })
export type ReferralFile = z.infer<typeof ReferralFile>

export const ReferralFiles = z.object({ items: z.array(ReferralFile), nextCursor: z.null() })
export type ReferralFiles = z.infer<typeof ReferralFiles>

/** A message that carries files, which were uploaded before. */
export const FileMessage = z.object({
  text: paragraphs(4000),
  files: z
    .array(z.object({ fileId: Id, category: z.enum(fileCategories) }))
    .min(1)
    .max(MOST_FILES),
})
export type FileMessage = z.infer<typeof FileMessage>
