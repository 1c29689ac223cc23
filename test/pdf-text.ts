import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  stream: string
}

/** The objects of a PDF by number, with inflated streams. Supports only what this product's own PDFs contain. */
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

/** The text of each glyph of an embedded font, from its ToUnicode table. */
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

interface Drawn {
  /** The structure tag, as a screen reader gets it; `Artifact` for content that is not part of the text. */
  tag: string
  isBold: boolean
  size: number
  x: number
  /** From the bottom of the page. */
  y: number
  text: string
}

const step = /\/(\w+) <<[^>]*>> BDC|1 0 0 1 ([\d.]+) ([\d.]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g

function readPage(stream: string, fontOf: Map<string, { glyphs: Map<string, string>; isBold: boolean }>): Drawn[] {
  const drawn: Drawn[] = []
  let now = { tag: '', isBold: false, size: 0, x: 0, y: 0 }
  let glyphs = new Map<string, string>()
  for (const [, tag, x, y, font, size, shown] of stream.matchAll(step)) {
    if (tag) now = { ...now, tag }
    if (x) now = { ...now, x: Number(x), y: Number(y) }
    if (font) {
      const { isBold, ...read } = fontOf.get(font) ?? { glyphs: new Map<string, string>(), isBold: false }
      glyphs = read.glyphs
      now = { ...now, isBold, size: Number(size) }
    }
    if (shown === undefined) continue
    const runs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].map(([, run = '']) => run)
    const text = runs.flatMap((run) => run.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '?')
    drawn.push({ ...now, text: text.join('') })
  }
  return drawn
}

/** The content of each page of a PDF, line by line, in drawing order. */
export function readPdfLines(pdf: Buffer): Drawn[][] {
  const objects = readObjects(pdf)
  const object = (reference: string | undefined) => objects.get(reference ?? '') ?? { head: '', stream: '' }
  const referenceIn = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1]
  const readFont = (reference: string) => {
    const { head } = object(reference)
    const glyphs = readGlyphs(object(referenceIn(head, 'ToUnicode')).stream)
    return { glyphs, isBold: /\/BaseFont \/\S*Bold/.test(head) }
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map((page) => {
      const resources = object(referenceIn(page.head, 'Resources')).head
      const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)]
      const fontOf = new Map(fonts.map(([, name = '', font = '']) => [name, readFont(font)]))
      return readPage(object(referenceIn(page.head, 'Contents')).stream, fontOf)
    })
}

/** The text of each page of a PDF in drawing order, without white space, whose width depends on the layout. */
export const readPdfText = (pdf: Buffer): string[] =>
  readPdfLines(pdf).map((lines) =>
    lines
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
  )
