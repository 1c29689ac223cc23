/** The header of RFC 6266: the name as it is for browsers (RFC 8187), and a plain one for programs that know no better. */
export function contentDisposition(how: 'inline' | 'attachment', fileName: string) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`
}
