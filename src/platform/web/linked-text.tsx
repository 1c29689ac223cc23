import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"']+)/i
/** Characters that usually end a sentence rather than a URL. */
const trailing = /[.,;:!?)\]}]+$/

/** Text with clickable URLs. Other people wrote them, so the target site learns nothing about this one. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) => {
    // Every second part is a URL, because the pattern has one group.
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
