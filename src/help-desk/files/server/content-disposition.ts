import { create } from 'content-disposition'

/** The header of RFC 6266: the name as it is for browsers (RFC 8187), and a plain one for programs that know no better. */
export function contentDisposition(how: 'inline' | 'attachment', fileName: string) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return create(fileName.toWellFormed(), { type: how, fallback: plain })
}
