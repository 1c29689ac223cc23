// Removes a page's listeners on window and document when the page ends, as in a browser; here they would survive.
import './window.ts'
import { userEvent } from '@testing-library/user-event'

// The listeners of the tests themselves stay.
userEvent.setup()

type Listen = (...listened: Parameters<EventTarget['addEventListener']>) => void
const listening: (() => void)[] = []

for (const target of [globalThis as unknown as EventTarget, document as EventTarget]) {
  const add: Listen = target.addEventListener.bind(target)
  const remove: Listen = target.removeEventListener.bind(target)
  target.addEventListener = ((type, listener, options) => {
    add(type, listener, options)
    // React registers this once for all pages.
    if (type !== 'selectionchange') listening.push(() => remove(type, listener, options))
  }) as Listen
}

export function endListening() {
  for (const end of listening.splice(0)) end()
}
