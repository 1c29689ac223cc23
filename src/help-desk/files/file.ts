import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** What may be uploaded: screenshots. */
export const imageTypes = ['image/jpeg', 'image/png'] as const
export type ImageType = (typeof imageTypes)[number]
export const imageExtensions = ['.jpg', '.jpeg', '.png'] as const
/** 2 MB, counted on arrival. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024
/** 40 megapixels, counted before anything is decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000

export const FileRow = z.object({
  id: Id,
  fileName: z.string().min(1).max(255).meta({ title: 'File Name' }),
  contentType: z.enum(imageTypes),
  size: z.number().int().positive(),
  uploadedById: Id.nullable(),
  createdOn: Timestamp,
  /** null until the bytes lie in the store */
  storedOn: Timestamp.nullable(),
  /** null while something holds the file */
  unattachedSince: Timestamp.nullable(),
  /** set when it is on its way out: nobody can read or attach it any more */
  removingOn: Timestamp.nullable(),
})
export type FileRow = z.infer<typeof FileRow>

/** A file as the calls show it; `size` in bytes, as stored. */
export const StoredFile = FileRow.pick({ id: true, fileName: true, contentType: true, size: true })
export type StoredFile = z.infer<typeof StoredFile>
