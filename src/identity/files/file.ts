import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** The types of screenshots. */
export const imageTypes = ['image/jpeg', 'image/png'] as const
export type ImageType = (typeof imageTypes)[number]
/** All types: screenshots and documents. */
const fileTypes = [
  ...imageTypes,
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const
export const imageExtensions = ['.jpg', '.jpeg', '.png'] as const
/** 2 MB, checked on upload. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024
/** 40 megapixels, checked before decoding. */
export const MAX_IMAGE_PIXELS = 40_000_000

/** What the virus scanner said; `none`: there is no scanner. */
export const scanStates = ['none', 'waiting', 'clean', 'infected', 'failed'] as const
export type ScanState = (typeof scanStates)[number]

export const FileRow = z.object({
  id: Id,
  fileName: z.string().min(1).max(255).meta({ title: 'File Name' }),
  contentType: z.enum(fileTypes),
  size: z.number().int().positive(),
  uploadedById: Id.nullable(),
  createdOn: Timestamp,
  /** null until the bytes are in the store */
  storedOn: Timestamp.nullable(),
  /** null while a record uses the file */
  unattachedSince: Timestamp.nullable(),
  /** set before it is deleted: from then on it cannot be read or attached */
  removingOn: Timestamp.nullable(),
  scanState: z.enum(scanStates),
  scannedOn: Timestamp.nullable(),
  /** the scanner's name for what it found */
  signature: z.string().nullable(),
})
export type FileRow = z.infer<typeof FileRow>

/** A file in API responses; `size` in bytes, as stored. */
export const StoredFile = FileRow.pick({ id: true, fileName: true, contentType: true, size: true })
export type StoredFile = z.infer<typeof StoredFile>
