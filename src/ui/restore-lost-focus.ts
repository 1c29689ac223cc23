/** Time for a dialog, a new step or a new screen to take the focus itself. */
const SETTLE_MS = 60
/** A control that is only disabled while it waits gets the focus back; after this time it counts as removed. */
const DISABLED_MS = 1000

const isShown = (element: Element) => element.isConnected && element.checkVisibility()
const isUsable = (element: Element) => isShown(element) && !element.matches(':disabled')

/** A heading for the focus: of the part that replaced it or the nearest remaining part, otherwise of the topmost dialog or screen. */
function findPlace(path: Element[]) {
  for (const part of path.filter((e) => !e.isConnected)) {
    // Another part of the same name replaced it, for example what could not be loaded before.
    const heading = document.getElementById(part.getAttribute('aria-labelledby') ?? '')
    if (heading && isShown(heading)) return heading.closest('summary') ?? heading
  }
  const parts = path.filter((e) => isShown(e) && e.matches('section, form, fieldset, [role=dialog], main'))
  const onTop = [...document.querySelectorAll('[role=dialog], main')].filter(isShown).at(-1)
  for (const part of [...parts, ...(onTop ? [onTop] : [])]) {
    const heading = [...part.querySelectorAll<HTMLElement>('h1, h2, h3, legend')].find(isShown)
    if (heading) return heading
  }
  return onTop instanceof HTMLElement ? onTop : null
}

function focusQuietly(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * If the focused control is removed or disabled, browsers drop the focus: keyboard users start again at the top, and
 * screen readers say nothing. This restores the focus, or moves it to the heading of the part that contained it.
 * @returns a function that stops it
 */
export function restoreLostFocus() {
  /** The last focused element and its ancestors, from the inside out. */
  let path: Element[] = []
  let disabledSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = () => {
    if (path.length > 0 && isNowhere()) timer ??= setTimeout(settle, SETTLE_MS)
  }
  const settle = () => {
    timer = undefined
    const [last] = path
    const since = disabledSince
    disabledSince = 0
    if (!last || !isNowhere()) return
    if (isUsable(last)) {
      // Unless it was disabled meanwhile, the reader moved the focus away by clicking outside.
      if (since) focusQuietly(last)
      else path = []
      return
    }
    if (isShown(last) && Date.now() - (since || Date.now()) < DISABLED_MS) {
      disabledSince = since || Date.now()
      return look()
    }
    focusQuietly(findPlace(path))
  }
  const remember = ({ target }: FocusEvent) => {
    path = []
    for (let e = target instanceof Element ? target : null; e && e !== document.body; e = e.parentElement) path.push(e)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', look)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', look)
  }
}
