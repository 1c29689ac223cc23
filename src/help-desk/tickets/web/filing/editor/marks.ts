/** Positions on a picture, in its own pixels from the top left corner. */
export interface Point {
  x: number
  y: number
}
export interface Area extends Point {
  width: number
  height: number
}
export const tools = ['crop', 'arrow', 'black'] as const
export type Tool = (typeof tools)[number]
/** Drawn from one point to another: the corners of an area, or an arrow's start and tip. */
export interface Mark {
  tool: Tool
  from: Point
  to: Point
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** All pixels that an area touches, within a view, so that nothing shows through at an edge. */
export function coveredBy({ from, to }: Pick<Mark, 'from' | 'to'>, view: Area): Area {
  const left = within(Math.floor(Math.min(from.x, to.x)), view.x, view.x + view.width)
  const top = within(Math.floor(Math.min(from.y, to.y)), view.y, view.y + view.height)
  const right = within(Math.ceil(Math.max(from.x, to.x)), view.x, view.x + view.width)
  const bottom = within(Math.ceil(Math.max(from.y, to.y)), view.y, view.y + view.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The visible part of a picture after its crops; the last one counts. */
export function viewOf(marks: readonly Mark[], picture: Area): Area {
  const crop = marks.findLast(({ tool }) => tool === 'crop')
  return crop ? coveredBy(crop, picture) : picture
}

/** The pointer's position on the picture. @param box the area of the screen that shows the view */
export const pointAt = (pointer: Point, box: Area, view: Area): Point => ({
  x: within(view.x + ((pointer.x - box.x) / box.width) * view.width, view.x, view.x + view.width),
  y: within(view.y + ((pointer.y - box.y) / box.height) * view.height, view.y, view.y + view.height),
})

/** An initial mark for keyboard users: centered, half the size of the view. */
export const markInMiddle = (tool: Tool, { x, y, width, height }: Area): Mark => ({
  tool,
  from: { x: Math.round(x + width / 4), y: Math.round(y + height / 4) },
  to: { x: Math.round(x + (width * 3) / 4), y: Math.round(y + (height * 3) / 4) },
})

/** Moves a whole mark, but not out of the view. */
export function moveMark(mark: Mark, by: Point, view: Area): Mark {
  const { from, to } = mark
  const x = within(by.x, view.x - Math.min(from.x, to.x), view.x + view.width - Math.max(from.x, to.x))
  const y = within(by.y, view.y - Math.min(from.y, to.y), view.y + view.height - Math.max(from.y, to.y))
  return { ...mark, from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } }
}

/** Moves only a mark's second point: resizes an area, or redirects an arrow. */
export const sizeMark = (mark: Mark, by: Point, view: Area): Mark => ({
  ...mark,
  to: {
    x: within(mark.to.x + by.x, view.x, view.x + view.width),
    y: within(mark.to.y + by.y, view.y, view.y + view.height),
  },
})

/** The distance of one arrow key press: a fiftieth of the longer side. */
export const stepOf = ({ width, height }: Area) => Math.max(1, Math.round(Math.max(width, height) / 50))

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** The direction of an arrow key; undefined for other keys. */
export const directionOf = (key: string): Point | undefined => arrows[key]

const LEAST = 3
/** An accidental click, or an area that has become too small: fewer than three pixels. */
export function isSlip({ tool, from, to }: Mark) {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  return (tool === 'arrow' ? Math.hypot(width, height) : Math.min(width, height)) < LEAST
}

export interface Editing {
  tool: Tool
  /** being drawn, not yet part of the picture */
  open: Mark | null
  marks: readonly Mark[]
}
export type EditingAct =
  | { act: 'choose'; tool: Tool }
  | { act: 'draw'; mark: Mark | null }
  | { act: 'apply' }
  | { act: 'undo' }
  | { act: 'reset' }

export const untouched: Editing = { tool: 'black', open: null, marks: [] }

/** Undo first removes the open mark. */
export function edit(state: Editing, action: EditingAct): Editing {
  if (action.act === 'choose') return { ...state, tool: action.tool, open: null }
  if (action.act === 'draw') return { ...state, open: action.mark }
  if (action.act === 'reset') return { ...state, open: null, marks: [] }
  if (action.act === 'undo')
    return state.open ? { ...state, open: null } : { ...state, marks: state.marks.slice(0, -1) }
  return state.open ? { ...state, open: null, marks: [...state.marks, state.open] } : state
}
