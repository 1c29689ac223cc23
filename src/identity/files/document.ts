import type { FileRow, ScanState } from './file.ts'
import type { FileMistake } from './file-policy.ts'

/** Documents between people who work together, by the ending of their names. */
export const documentTypes = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
} as const satisfies Record<string, FileRow['contentType']>
export type DocumentExtension = keyof typeof documentTypes

/** 10 MB, checked on upload. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024

/** Whether a document may be downloaded. Without a scanner, its readers are told that it was not checked. */
export const isScanned = (state: ScanState) => state === 'clean' || state === 'none'

/** The ending of a document's name; null if no document may have that name. */
export function findExtension(name: string): DocumentExtension | null {
  const lower = name.toLowerCase()
  return (Object.keys(documentTypes) as DocumentExtension[]).find((ending) => lower.endsWith(ending)) ?? null
}

/** Checks that are possible before a document is opened, on both sides. @param size bytes */
export function findDocumentMistake({ name, size }: { name: string; size: number }): FileMistake | null {
  if (!findExtension(name)) return 'document-wrong-type'
  if (size === 0) return 'file-empty'
  return size > MAX_DOCUMENT_BYTES ? 'document-too-large' : null
}
