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

export function notify(text: string, kind: Notice['kind'] = 'good') {
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
