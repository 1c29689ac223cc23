import { create } from 'content-disposition'

/** The header of RFC 6266: the full name for browsers (RFC 8187), and an ASCII name for other programs. */
export function contentDisposition(how: 'inline' | 'attachment', fileName: string) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return create(fileName.toWellFormed(), { type: how, fallback: plain })
}
