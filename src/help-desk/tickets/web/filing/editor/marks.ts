/** Where things lie on a picture, in its own pixels from its top left corner. */
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
/** Drawn from one point to another: the corners of an area, or an arrow's end and tip. */
export interface Mark {
  tool: Tool
  from: Point
  to: Point
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The whole pixels that an area touches, as far as they lie in a view: none shines through at an edge. */
export function coveredBy({ from, to }: Pick<Mark, 'from' | 'to'>, view: Area): Area {
  const left = within(Math.floor(Math.min(from.x, to.x)), view.x, view.x + view.width)
  const top = within(Math.floor(Math.min(from.y, to.y)), view.y, view.y + view.height)
  const right = within(Math.ceil(Math.max(from.x, to.x)), view.x, view.x + view.width)
  const bottom = within(Math.ceil(Math.max(from.y, to.y)), view.y, view.y + view.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What is left of a picture after its crops; the last one counts. */
export function viewOf(marks: readonly Mark[], picture: Area): Area {
  const crop = marks.findLast(({ tool }) => tool === 'crop')
  return crop ? coveredBy(crop, picture) : picture
}

/** Where a pointer is on the picture. @param box the place on the screen in which the view is shown */
export const pointAt = (pointer: Point, box: Area, view: Area): Point => ({
  x: within(view.x + ((pointer.x - box.x) / box.width) * view.width, view.x, view.x + view.width),
  y: within(view.y + ((pointer.y - box.y) / box.height) * view.height, view.y, view.y + view.height),
})

/** A mark to begin with by keyboard: in the middle, half as large as the view. */
export const markInMiddle = (tool: Tool, { x, y, width, height }: Area): Mark => ({
  tool,
  from: { x: Math.round(x + width / 4), y: Math.round(y + height / 4) },
  to: { x: Math.round(x + (width * 3) / 4), y: Math.round(y + (height * 3) / 4) },
})

/** Moves a whole mark as far as it stays in the view. */
export function moveMark(mark: Mark, by: Point, view: Area): Mark {
  const { from, to } = mark
  const x = within(by.x, view.x - Math.min(from.x, to.x), view.x + view.width - Math.max(from.x, to.x))
  const y = within(by.y, view.y - Math.min(from.y, to.y), view.y + view.height - Math.max(from.y, to.y))
  return { ...mark, from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } }
}

/** Moves a mark's second point alone: an area grows or shrinks, an arrow points elsewhere. */
export const sizeMark = (mark: Mark, by: Point, view: Area): Mark => ({
  ...mark,
  to: {
    x: within(mark.to.x + by.x, view.x, view.x + view.width),
    y: within(mark.to.y + by.y, view.y, view.y + view.height),
  },
})

/** One press of an arrow key: a fiftieth of the longer side. */
export const stepOf = ({ width, height }: Area) => Math.max(1, Math.round(Math.max(width, height) / 50))

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Which way an arrow key leads; undefined for other keys. */
export const directionOf = (key: string): Point | undefined => arrows[key]

const LEAST = 3
/** A slip of the pointer, or an area that has shrunk to nothing: fewer than three pixels. */
export function isSlip({ tool, from, to }: Mark) {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  return (tool === 'arrow' ? Math.hypot(width, height) : Math.min(width, height)) < LEAST
}

export interface Editing {
  tool: Tool
  /** being drawn, and not part of the picture yet */
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

/** What is left open is undone first. */
export function edit(state: Editing, action: EditingAct): Editing {
  if (action.act === 'choose') return { ...state, tool: action.tool, open: null }
  if (action.act === 'draw') return { ...state, open: action.mark }
  if (action.act === 'reset') return { ...state, open: null, marks: [] }
  if (action.act === 'undo')
    return state.open ? { ...state, open: null } : { ...state, marks: state.marks.slice(0, -1) }
  return state.open ? { ...state, open: null, marks: [...state.marks, state.open] } : state
}
