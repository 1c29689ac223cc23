import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  stream: string
}

/** The objects of a PDF by number, streams inflated. Knows just what this product's own PDFs hold. */
function readObjects(pdf: Buffer) {
  const objects = new Map<string, PdfObject>()
  const raw = pdf.toString('latin1')
  for (const [, number = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', rest] = body.split('\nstream\n')
    const bytes = Buffer.from(rest?.slice(0, rest.lastIndexOf('\nendstream')) ?? '', 'latin1')
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
    objects.set(number, { head, stream })
  }
  return objects
}

/** What each glyph of an embedded font says, from its ToUnicode table. */
function readGlyphs(table: string) {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]+)>/gi)].forEach(([, units = ''], index) => {
      const text = units
        .split(' ')
        .map((unit) => Buffer.from(unit, 'hex').swap16().toString('utf16le'))
        .join('')
      glyphs.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), text)
    })
  return glyphs
}

/** The text of each page of a PDF in drawing order, without white space, whose width is up to the layout. */
export function readPdfText(pdf: Buffer): string[] {
  const objects = readObjects(pdf)
  const object = (reference: string | undefined) => objects.get(reference ?? '') ?? { head: '', stream: '' }
  const referenceIn = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1]
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map((page) => {
      const resources = object(referenceIn(page.head, 'Resources')).head
      const glyphsOf = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [
          name,
          readGlyphs(object(referenceIn(object(font).head, 'ToUnicode')).stream),
        ]),
      )
      let glyphs = new Map<string, string>()
      let text = ''
      for (const [, font, shown] of object(referenceIn(page.head, 'Contents')).stream.matchAll(
        /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
      )) {
        if (font) glyphs = glyphsOf.get(font) ?? new Map()
        else
          for (const [, run = ''] of (shown ?? '').matchAll(/<([0-9a-f]+)>/gi))
            for (const glyph of run.match(/.{4}/g) ?? []) text += glyphs.get(glyph.toLowerCase()) ?? '?'
      }
      return text.replace(/\s/g, '')
    })
}
