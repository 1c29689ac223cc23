import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import classes from './contacts.module.css'

interface SignatureCanvasProps {
  /** The ID of its label. */
  labelledBy: string
  /** What was drawn until now. */
  onDrawn: (canvas: HTMLCanvasElement) => void
}

/** Where a person signs with a finger, a pen or a mouse. Rendered again, it is empty. */
export function SignatureCanvas({ labelledBy, onDrawn }: SignatureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  useEffect(() => {
    const area = canvas.current
    const context = area?.getContext('2d')
    if (!area || !context) return
    const scale = Math.max(window.devicePixelRatio, 1)
    area.width = area.offsetWidth * scale
    area.height = area.offsetHeight * scale
    context.scale(scale, scale)
    // On white, so that it can be read everywhere.
    const pad = new SignaturePad(area, { backgroundColor: '#fff', penColor: '#000' })
    pad.addEventListener('endStroke', () => drawn.current(area))
    return () => pad.off()
  }, [])
  return <canvas ref={canvas} className={classes.canvas} role="img" aria-labelledby={labelledBy} />
}
