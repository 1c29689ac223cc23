import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"']+)/i
/** Signs that end a sentence more often than an address. */
const trailing = /[.,;:!?)\]}]+$/

/** Text in which web addresses can be opened. They were typed by somebody else: the site learns nothing of this one. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) => {
    // Every second part is an address: the pattern has one group.
    if (at % 2 === 0) return part
    const href = part.replace(trailing, '')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
      <Fragment key={at}>
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {href}
        </a>
        {part.slice(href.length)}
      </Fragment>
    )
  })
}
