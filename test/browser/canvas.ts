import { execFile } from 'node:child_process'
import sharp from 'sharp'
import { afterAll } from 'vitest'

/** A picture that was decoded, as its bytes. */
interface Bitmap {
  width: number
  height: number
  bytes: Buffer
  close: () => void
}
const opened = { count: 0 }
/** The number of pictures that the page decoded and did not close. */
export const openPictures = () => opened.count

const decode = async (file: Blob): Promise<Bitmap> => {
  const bytes = Buffer.from(await file.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  await sharp(bytes).stats()
  opened.count += 1
  const close = () => {
    opened.count -= 1
  }
  return { width, height, bytes, close }
}

const number = (value: number) => String(Math.round(value * 100) / 100)
const points = (...values: number[]) => values.map(number).join(' ')

/** What the product draws with, as lines of SVG: happy-dom has no canvas. */
class Drawing {
  lines: string[] = []
  path: string[] = []
  fillStyle = '#000'
  strokeStyle = '#000'
  lineWidth = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  private dash: number[] = []
  private moves = 0
  private style = () => {
    const dash = this.dash.length ? ` stroke-dasharray="${points(...this.dash)}"` : ''
    const ends = `stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"`
    return `fill="none" stroke="${this.strokeStyle}" stroke-width="${number(this.lineWidth)}" ${ends}${dash}`
  }
  private box = (x: number, y: number, width: number, height: number) =>
    `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}"`
  clearRect() {
    this.lines = []
  }
  save() {
    this.moves = 0
  }
  translate(x: number, y: number) {
    this.moves += 1
    this.lines.push(`<g transform="translate(${points(x, y)})">`)
  }
  restore() {
    for (; this.moves > 0; this.moves--) this.lines.push('</g>')
  }
  fillRect(x: number, y: number, width: number, height: number) {
    this.lines.push(`${this.box(x, y, width, height)} fill="${this.fillStyle}"/>`)
  }
  strokeRect(x: number, y: number, width: number, height: number) {
    this.lines.push(`${this.box(x, y, width, height)} ${this.style()}/>`)
  }
  setLineDash(dash: number[]) {
    this.dash = dash
  }
  beginPath() {
    this.path = []
  }
  moveTo(x: number, y: number) {
    this.path.push(`M${points(x, y)}`)
  }
  lineTo(x: number, y: number) {
    this.path.push(`L${points(x, y)}`)
  }
  rect(x: number, y: number, width: number, height: number) {
    this.path.push(`M${points(x, y)}h${number(width)}v${number(height)}h${number(-width)}z`)
  }
  arc(x: number, y: number, radius: number) {
    this.lines.push(`<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" ${this.style()}/>`)
  }
  stroke() {
    if (this.path.length) this.lines.push(`<path d="${this.path.join('')}" ${this.style()}/>`)
  }
  fill(rule: string) {
    this.lines.push(`<path d="${this.path.join('')}" fill="${this.fillStyle}" fill-rule="${rule}"/>`)
  }
  drawImage(picture: Bitmap | HTMLCanvasElement, x: number, y: number, ...[width, height]: number[]) {
    const size = `width="${width ?? picture.width}" height="${height ?? picture.height}"`
    if ('bytes' in picture) {
      const href = `data:image/png;base64,${picture.bytes.toString('base64')}`
      this.lines.push(`<image x="${x}" y="${y}" ${size} preserveAspectRatio="none" href="${href}"/>`)
    } else this.lines.push(...drawingOf(picture).lines)
  }
}
const drawings = new WeakMap<object, Drawing>()
const drawingOf = (canvas: object) => {
  const drawing = drawings.get(canvas) ?? new Drawing()
  drawings.set(canvas, drawing)
  return drawing
}

/** What is drawn on a canvas, without the bytes of pictures. */
export const drawnOn = (canvas: Element) =>
  drawingOf(canvas).lines.map((line) => line.replace(/href="[^"]*"/, 'href="…"'))

/** The pixels of a picture as letters: W white, B black, R red, and dots for all other colors. */
export async function pixelsOf(file: Blob, columns: number, rows: number) {
  const whole = sharp(Buffer.from(await file.arrayBuffer())).removeAlpha()
  const data = await whole.resize(columns, rows, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer()
  const letter = (at: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3)
    if (red > 230 && green > 230 && blue > 230) return 'W'
    if (red < 30 && green < 30 && blue < 30) return 'B'
    return red > 180 && green < 70 && blue < 70 ? 'R' : '.'
  }
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => letter(row * columns + column)).join(''),
  )
}

const script = `
  const [type, quality] = process.argv.slice(1)
  const picture = require('sharp')(require('node:fs').readFileSync(0), { unlimited: true })
  const encoded = type === 'image/png' ? picture.png() : picture.jpeg({ quality: Number(quality) })
  encoded.toBuffer().then((bytes) => process.stdout.write(bytes))`
/** In a process of its own: in this one, the product lets sharp read nothing but photos and PNG. */
const render = (svg: string, type: string, quality: number) =>
  new Promise<Uint8Array<ArrayBuffer>>((done, fail) => {
    const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const
    const node = execFile(process.execPath, ['-e', script, type, String(quality)], options, (error, bytes) =>
      error ? fail(error) : done(new Uint8Array(bytes)),
    )
    node.stdin?.end(svg)
  })

/** Lets the page decode pictures, draw on them and encode them again: SVG instead of a canvas, drawn by sharp. */
export function installCanvas() {
  const { getContext } = HTMLCanvasElement.prototype
  // Other files of the process have no canvas: what they draw with is not drawn here.
  afterAll(() => {
    Object.assign(HTMLCanvasElement.prototype, { getContext })
  })
  Object.assign(globalThis, { createImageBitmap: decode })
  Object.assign(HTMLCanvasElement.prototype, {
    // A map must find no WebGL.
    getContext(this: HTMLCanvasElement, kind: string) {
      return kind === '2d' ? drawingOf(this) : null
    },
    toBlob(this: HTMLCanvasElement, done: (blob: Blob | null) => void, type: string, quality = 1) {
      const { lines } = drawingOf(this)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}">${lines.join('')}</svg>`
      render(svg, type, Math.round(quality * 100)).then(
        (bytes) => done(new Blob([bytes], { type })),
        () => done(null),
      )
    },
    setPointerCapture: () => undefined,
  })
}
