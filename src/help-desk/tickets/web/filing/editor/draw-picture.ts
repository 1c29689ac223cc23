import { MAX_FILE_BYTES } from '#identity/files/file.ts'
import { blankCanvas, encodeCanvas, shrinkImage } from '../shrink-image.ts'
import { type Area, coveredBy, type Mark, type Point, viewOf } from './marks.ts'

const wholeOf = ({ width, height }: ImageBitmap): Area => ({ x: 0, y: 0, width, height })
const RED = '#d02020'

function drawArrow(context: CanvasRenderingContext2D, { from, to }: Mark, picture: Area) {
  const thick = Math.max(4, Math.max(picture.width, picture.height) / 100)
  const way = Math.atan2(to.y - from.y, to.x - from.x)
  const head = Math.min(thick * 5, Math.hypot(to.x - from.x, to.y - from.y))
  const barb = (turn: number) => [to.x - head * Math.cos(way + turn), to.y - head * Math.sin(way + turn)] as const
  context.lineCap = context.lineJoin = 'round'
  // White below the red: visible on any background.
  for (const [colour, width] of [['#fff', thick * 2] as const, [RED, thick] as const]) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    for (const turn of [0.5, -0.5]) {
      context.moveTo(to.x, to.y)
      context.lineTo(...barb(turn))
    }
    context.stroke()
  }
}

function drawMark(context: CanvasRenderingContext2D, mark: Mark, picture: Area) {
  if (mark.tool === 'arrow') drawArrow(context, mark, picture)
  if (mark.tool !== 'black') return
  const { x, y, width, height } = coveredBy(mark, picture)
  context.fillStyle = '#000'
  context.fillRect(x, y, width, height)
}

/** Shows the first of two corners, on screen only. */
export function drawCorner(context: CanvasRenderingContext2D, { x, y }: Point, view: Area) {
  const size = Math.max(6, Math.max(view.width, view.height) / 80)
  context.lineWidth = size / 3
  for (const [color, radius] of [['#fff', size * 1.3] as const, [RED, size] as const]) {
    context.strokeStyle = color
    context.beginPath()
    context.arc(x - view.x, y - view.y, radius, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** Draws the cropped picture with its marks from the canvas's corner on, and then the open mark, on screen only. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  marks: readonly Mark[],
  open: Mark | null,
) {
  const whole = wholeOf(picture)
  const view = viewOf(marks, whole)
  context.save()
  context.translate(-view.x, -view.y)
  context.drawImage(picture, 0, 0)
  for (const mark of marks) drawMark(context, mark, whole)
  if (open) drawOpen(context, open, whole, view)
  context.restore()
}

function drawOpen(context: CanvasRenderingContext2D, open: Mark, whole: Area, view: Area) {
  if (open.tool === 'arrow') return drawArrow(context, open, whole)
  const area = coveredBy(open, whole)
  context.fillStyle = 'rgb(0 0 0 / 60%)'
  context.beginPath()
  if (open.tool === 'crop') context.rect(view.x, view.y, view.width, view.height)
  context.rect(area.x, area.y, area.width, area.height)
  context.fill('evenodd')
  const line = Math.max(1, Math.min(view.width, view.height) / 250)
  context.lineWidth = line * 2
  for (const [colour, dash] of [['#000', []] as const, ['#fff', [line * 6, line * 6]] as const]) {
    context.strokeStyle = colour
    context.setLineDash([...dash])
    context.strokeRect(area.x, area.y, area.width, area.height)
  }
  context.setLineDash([])
}

/**
 * The picture with its marks as a new file: re-encoded, opaque, without anything of the old file. In the original
 * format, or as JPEG if that would be too large to upload.
 */
export async function flattenPicture(picture: ImageBitmap, marks: readonly Mark[], file: File) {
  const view = viewOf(marks, wholeOf(picture))
  const { canvas, context } = blankCanvas(view.width, view.height)
  drawPicture(context, picture, marks, null)
  const type = /\.png$/i.test(file.name) ? 'image/png' : 'image/jpeg'
  const blob = await encodeCanvas(canvas, type, 0.92)
  return blob.size <= MAX_FILE_BYTES ? new File([blob], file.name, { type }) : shrinkImage(canvas, file.name)
}
