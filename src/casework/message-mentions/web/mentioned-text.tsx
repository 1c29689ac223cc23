import { LinkedText } from '#platform/web/linked-text.tsx'
import { type Mention, splitMentions } from '../mention.ts'
import classes from './message-mentions.module.css'

/** A message's text with the people whom it mentions. */
export function MentionedText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  return splitMentions(text, mentions).map((part, at) => {
    const isMe = mentions.some((one) => one.isMe && part === `@${one.name}`)
    return at % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in order
      <LinkedText key={at} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in order
      <b key={at} className={isMe ? classes.me : classes.mention}>
        {part}
      </b>
    )
  })
}
