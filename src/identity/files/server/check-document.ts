import { isUtf8 } from 'node:buffer'
import { documentTypes, findExtension } from '../document.ts'
import type { FileRow } from '../file.ts'
import type { FileMistake } from '../file-policy.ts'
import { checkOfficeFile } from './check-office-file.ts'
import { findImageType, type PictureType, reencodeImage } from './reencode-image.ts'

export type CheckedDocument = { bytes: Buffer; contentType: FileRow['contentType'] } | { mistake: FileMistake }

const mismatch = { mistake: 'document-mismatch' } as const
const pictures: readonly PictureType[] = ['image/png', 'image/jpeg', 'image/webp']

/** Control characters that no text has, and the beginnings of formats that are made of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/
const otherFormat = /^\s*(?:%PDF-|%!|\{\\rtf|#!|<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe)\b)/i

/** Text in UTF-8, or in the old encoding in which spreadsheet programs save CSV. */
function isPlainText(bytes: Buffer) {
  const text = (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')).replace(/^\ufeff/, '')
  return !control.test(text) && !otherFormat.test(text)
}

async function checkPicture(bytes: Buffer, contentType: PictureType): Promise<CheckedDocument> {
  return findImageType(bytes) === contentType ? reencodeImage(bytes, pictures) : mismatch
}

/**
 * Whether the bytes of a document are what its name says, and contain no program. Images are re-encoded; everything
 * else is stored as it came.
 */
export async function checkDocument(givenName: string, bytes: Buffer): Promise<CheckedDocument> {
  const ending = findExtension(givenName)
  if (!ending) return { mistake: 'document-wrong-type' }
  const contentType = documentTypes[ending]
  const picture = pictures.find((type) => type === contentType)
  if (picture) return checkPicture(bytes, picture)
  const stored = { bytes, contentType }
  if (ending === '.pdf') return bytes.toString('latin1', 0, 5) === '%PDF-' ? stored : mismatch
  if (ending === '.docx' || ending === '.xlsx') {
    const mistake = await checkOfficeFile(bytes, ending)
    return mistake ? { mistake } : stored
  }
  return isPlainText(bytes) ? stored : mismatch
}
