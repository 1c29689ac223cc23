const hidden = new Set(['STYLE', 'SCRIPT', 'SVG', 'TEMPLATE'])
const tidy = (text: string | null) =>
  (text ?? '')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>')
    .replace(/\s+/g, ' ')
    .trim()

/** A list of options at the end of the screen that is not open. */
const isClosedList = (element: Element) =>
  element.parentElement?.tagName === 'MAIN' &&
  element.querySelector(':scope > [role=listbox]') !== null &&
  ((element as HTMLElement).style.display === 'none' || element.hasAttribute('data-hidden'))

const states = ['disabled', 'required', 'checked'] as const
/** What stands in a field, and what it takes. */
function fieldLine(field: HTMLInputElement) {
  const name = field.getAttribute('aria-label') || field.placeholder
  const isTicked = field.type === 'checkbox' || field.type === 'radio'
  const value = isTicked || field.type === 'hidden' ? '' : `"${tidy(field.value)}"`
  const marks = states.filter((state) => field[state])
  const lengths = field.maxLength > 0 ? [`at most ${field.maxLength}`] : []
  return `<${[field.type, name && tidy(name), value, ...marks, ...lengths].filter(Boolean).join(' ')}>`
}

function* piecesOf(element: Element): Generator<string> {
  const tag = element.tagName.toUpperCase()
  if (hidden.has(tag) || isClosedList(element)) return
  if (tag === 'INPUT' || tag === 'TEXTAREA') {
    if ((element as HTMLInputElement).type !== 'hidden') yield fieldLine(element as HTMLInputElement)
    return
  }
  const label = element.getAttribute('aria-label') || element.getAttribute('alt')
  if (label) yield `(${tidy(label)})`
  for (const child of element.childNodes) {
    if (child.nodeType === 3 && tidy(child.textContent)) yield tidy(child.textContent)
    if (child.nodeType === 1) yield* piecesOf(child as Element)
  }
  const href = element.getAttribute('href')
  if (href) yield `→ ${tidy(href)}`
  if (tag === 'BUTTON' && (element as HTMLButtonElement).disabled) yield '<disabled>'
}

/** What belongs together: a row, a sentence, an entry of a list. */
const lines = new Set('TR P LI H1 H2 H3 H4 DT DD LABEL LEGEND A BUTTON'.split(' '))
function* gather(element: Element): Generator<string> {
  const tag = element.tagName.toUpperCase()
  if (isClosedList(element)) return
  if (lines.has(tag) || hidden.has(tag) || element.children.length === 0) {
    const line = [...piecesOf(element)].join(' | ')
    if (line) yield line
    return
  }
  const label = element.getAttribute('aria-label')
  if (label) yield `(${tidy(label)})`
  for (const child of element.childNodes) {
    if (child.nodeType === 3 && tidy(child.textContent)) yield tidy(child.textContent)
    if (child.nodeType === 1) yield* gather(child as Element)
  }
}

/**
 * Everything that can be read in an element: texts, names, where links lead, what stands in fields.
 * @returns a line for each row, sentence and entry
 */
export const outlineOf = (element: Element) => [...gather(element)]
