const UNATTENDED_MS = 120_000
/** Clicks and changed fields also come from assistive technology without keys and pointers. */
const KINDS = ['keydown', 'pointerdown', 'click', 'input'] as const

let usedAt: number | null = null

/** Notes when a person uses the page, until `signal` aborts. */
export function watchUse(signal: AbortSignal) {
  usedAt = Date.now()
  const note = () => {
    usedAt = Date.now()
  }
  for (const kind of KINDS) document.addEventListener(kind, note, { capture: true, passive: true, signal })
  signal.addEventListener('abort', () => {
    usedAt = null
  })
}

/** Whether nobody has used the page for two minutes, as far as it is watched: its calls are then automatic. */
export const isUnattended = () => usedAt !== null && Date.now() - usedAt > UNATTENDED_MS
