import { MAX_FILE_BYTES, MAX_IMAGE_PIXELS } from '#identity/files/file.ts'

/** The scales and qualities to try, best first. */
const tries = [1, 0.75, 0.55, 0.4, 0.25].flatMap((scale) => [0.9, 0.75].map((quality) => ({ scale, quality })))

/** An opaque canvas: what is drawn on it keeps only the visible pixels of the original picture. */
export function blankCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws no pictures.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return { canvas, context }
}

export const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob>((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error('The picture is too large for this browser.'))),
      type,
      quality,
    ),
  )

/** Re-encodes a picture as a JPEG small enough to upload, with the best possible size and quality. */
export async function shrinkImage(picture: CanvasImageSource & { width: number; height: number }, name: string) {
  const fileName = `${name.replace(/\.[^.]*$/, '')}.jpg`
  let blob = new Blob()
  for (const { scale, quality } of tries) {
    const [width, height] = [picture.width, picture.height].map((n) => Math.max(1, Math.round(n * scale))) as [
      number,
      number,
    ]
    if (width * height > MAX_IMAGE_PIXELS) continue
    const { canvas, context } = blankCanvas(width, height)
    context.drawImage(picture, 0, 0, width, height)
    blob = await encodeCanvas(canvas, 'image/jpeg', quality)
    if (blob.size <= MAX_FILE_BYTES) break
  }
  return new File([blob], fileName, { type: 'image/jpeg' })
}
