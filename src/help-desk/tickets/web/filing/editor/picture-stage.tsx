import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawCorner, drawPicture } from './draw-picture.ts'
import classes from './image-editor.module.css'
import {
  type Area,
  directionOf,
  type Editing,
  isSlip,
  type Mark,
  markInMiddle,
  moveMark,
  type Point,
  pointAt,
  sizeMark,
  stepOf,
  type Tool,
} from './marks.ts'

interface Props {
  stage: RefObject<HTMLDivElement | null>
  picture: ImageBitmap
  state: Editing
  view: Area
  hintId: string
  /** A mark is being drawn, or was discarded. */
  onDraw: (mark: Mark | null, byKey: boolean) => void
  /** The first of two corners was tapped. */
  onCorner: () => void
  onApply: (mark: Mark) => void
}

/**
 * Keys: an arrow key adds a mark of the selected tool in the middle, then moves it; with Shift it resizes it. Enter
 * applies it, Escape discards it.
 */
function useKeys({ state: { tool, open }, view, onDraw, onApply }: Props) {
  return (event: KeyboardEvent) => {
    const way = directionOf(event.key)
    const step = event.altKey ? 1 : stepOf(view)
    if (way) {
      const by = { x: way.x * step, y: way.y * step }
      onDraw(open ? (event.shiftKey ? sizeMark : moveMark)(open, by, view) : markInMiddle(tool, view), true)
    } else if (event.key === 'Enter' && open) onApply(open)
    else if (event.key === 'Enter') onDraw(markInMiddle(tool, view), true)
    else if (event.key === 'Escape' && open) onDraw(null, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

interface Corner {
  tool: Tool
  point: Point
}

/** Mouse and touch: from press to release, or from one tap to the next. A crop must be confirmed. */
function usePointer({ state: { tool }, view, onDraw, onCorner, onApply }: Props) {
  const [corner, setCorner] = useState<Corner | null>(null)
  const drawn = useRef<{ pointer: number; mark: Mark } | null>(null)
  const at = (event: PointerEvent<HTMLCanvasElement>) =>
    pointAt({ x: event.clientX, y: event.clientY }, event.currentTarget.getBoundingClientRect(), view)
  const follow = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawn.current?.pointer !== event.pointerId) return null
    drawn.current.mark = { ...drawn.current.mark, to: at(event) }
    return drawn.current.mark
  }
  const listeners = {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.button !== 0 || drawn.current) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const point = at(event)
      drawn.current = { pointer: event.pointerId, mark: { tool, from: point, to: point } }
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      const mark = follow(event)
      if (mark) onDraw(mark, false)
    },
    onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => {
      const mark = follow(event)
      if (!mark) return
      drawn.current = null
      const isTap = isSlip(mark)
      const first = isTap && corner?.tool === tool ? corner : null
      setCorner(isTap && !first ? { tool, point: mark.to } : null)
      if (isTap && !first) {
        onDraw(null, false)
        return onCorner()
      }
      const whole = first ? { tool, from: first.point, to: mark.to } : mark
      if (tool === 'crop' && !isSlip(whole)) onDraw(whole, false)
      else onApply(whole)
    },
    onPointerCancel: () => {
      drawn.current = null
      setCorner(null)
      onDraw(null, false)
    },
  }
  return { corner: corner?.tool === tool ? corner.point : null, listeners }
}

export function PictureStage(props: Props) {
  const { stage, picture, state, view, hintId } = props
  const { t } = useTranslation('tickets')
  const canvas = useRef<HTMLCanvasElement>(null)
  const onKeyDown = useKeys(props)
  const { corner, listeners } = usePointer(props)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, view.width, view.height)
    drawPicture(context, picture, state.marks, state.open)
    if (corner) drawCorner(context, corner, view)
  }, [picture, state, view, corner])
  return (
    <div
      ref={stage}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that draw are heard here
      tabIndex={0}
      className={classes.stage}
      aria-label={t('editor.stage')}
      aria-describedby={hintId}
      onKeyDown={onKeyDown}
    >
      <canvas
        ref={canvas}
        width={view.width}
        height={view.height}
        style={{ width: `min(100%, calc(48dvh * ${view.width / view.height}))` }}
        {...listeners}
      />
    </div>
  )
}
