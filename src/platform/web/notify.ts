/** The only mechanism for snackbars: `notify` adds one, <Notices> renders it. */
export interface Notice {
  id: number
  text: string
  kind: 'good' | 'bad'
}
export const NOTICE_MS = 4000

let notices: Notice[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (to: Notice[]) => {
  notices = to
  for (const tell of listeners) tell()
}

let isAnswered = false
/**
 * Called before a failure is thrown to which a dialog or another page is already the answer: while its handlers run, no
 * notification adds to it.
 */
export function markAnswered() {
  isAnswered = true
  setTimeout(() => {
    isAnswered = false
  })
}

export function notify(text: string, kind: Notice['kind'] = 'good') {
  if (kind === 'bad' && isAnswered) return
  const notice = { id: next++, text, kind }
  // The new notification contradicts those of the other kind.
  change([...notices.filter((n) => n.text !== text && n.kind === kind), notice])
  setTimeout(() => change(notices.filter((n) => n.id !== notice.id)), NOTICE_MS)
}
export const listNotices = () => notices
export function onNotices(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
