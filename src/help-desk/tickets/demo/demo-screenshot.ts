import sharp from 'sharp'

type Box = [left: number, top: number, width: number, height: number, colour: string]

const field = (top: number, width: number): Box[] => [
  [300, top, 120, 12, '#4c5b5c'],
  [300, top + 22, width, 40, '#8b8272'],
  [301, top + 23, width - 2, 38, '#ffffff'],
]
const boxes: Box[] = [
  [0, 0, 232, 600, '#f3ece1'],
  [28, 28, 26, 26, '#0b5c59'],
  [64, 33, 110, 16, '#1c2b2d'],
  ...[100, 146, 192, 238].map((top): Box => [28, top, top === 146 ? 150 : 118, 14, '#8b8272']),
  [300, 52, 260, 24, '#1c2b2d'],
  ...field(112, 290),
  ...field(206, 560),
  ...field(300, 560),
  [300, 430, 150, 48, '#63a29f'],
  [340, 450, 14, 8, '#ffffff'],
  [368, 450, 14, 8, '#c4dedc'],
  [396, 450, 14, 8, '#93bfbc'],
]

/** A PNG of a form that has been saving for a minute. Only boxes, so that it does not depend on installed fonts. */
export const drawSavingForever = () =>
  sharp({ create: { width: 960, height: 600, channels: 3, background: '#fbf7f0' } })
    .composite(
      boxes.map(([left, top, width, height, background]) => ({
        left,
        top,
        input: { create: { width, height, channels: 3, background } },
      })),
    )
    .png()
    .toBuffer()
