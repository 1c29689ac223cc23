import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const AROUND = 8

const linear = (part: number) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (data: Buffer, at: number) =>
  0.2126 * linear(data[at] ?? 0) + 0.7152 * linear(data[at + 1] ?? 0) + 0.0722 * linear(data[at + 2] ?? 0)

const read = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer()

/** The number of pixels that differ by a contrast of 3:1 or more. */
export async function countChanges(before: Buffer, after: Buffer) {
  const [a, b] = await Promise.all([read(before), read(after)])
  let changes = 0
  for (let at = 0; at < Math.min(a.length, b.length); at += 3) {
    const [dark, light] = [luminance(a, at), luminance(b, at)].sort((x, y) => x - y) as [number, number]
    if ((light + 0.05) / (dark + 0.05) >= 3) changes++
  }
  return changes
}

/** A screenshot of the visible part of the box and a small margin. */
export function photograph(page: Page, box: Box) {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const x = Math.max(0, box.x - AROUND)
  const y = Math.max(0, box.y - AROUND)
  const clip = {
    x,
    y,
    width: Math.min(width - x, box.x - x + box.width + AROUND),
    height: Math.min(height - y, box.y - y + box.height + AROUND),
  }
  return page.screenshot({ clip })
}

/** The box of a control; if a neighbor renders it, the neighbor's. */
export const boxOf = (control: Locator) =>
  control.evaluate(async (element) => {
    // What the focus scrolls into view is there one frame later.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const isDrawn = getComputedStyle(element).opacity !== '0' && element.getBoundingClientRect().width > 4
    const drawn = isDrawn ? element : (element.nextElementSibling ?? element)
    const framed = drawn.closest('.mantine-PasswordInput-input') ?? drawn
    framed.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = framed.getBoundingClientRect()
    return { x, y, width, height }
  })
